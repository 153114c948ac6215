// SPDX-License-Identifier: MIT

import Runnel
import XCTest
import XCUIAutomation

#snippet("Replace dependencies in UI tests", 3)
