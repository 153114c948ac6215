// SPDX-License-Identifier: MIT

import Foundation
import Runnel
import RunnelPersistence
import Security

#snippet("Persistence.md", "Choose a storage", 3)

private func save(_ token: String) throws { #snippet("Persistence.md", "Choose a storage", 4) }
