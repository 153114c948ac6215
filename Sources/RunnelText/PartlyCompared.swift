// SPDX-License-Identifier: MIT

/// A value whose own mirror shows all that its `==` compares, so that a test can compare its parts.
package protocol PartlyCompared {}
