// SPDX-License-Identifier: MIT

import Runnel

/// An alternative name of ``Port`` that doesn't conflict with Foundation.
public typealias InputPort = Port
