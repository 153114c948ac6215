// SPDX-License-Identifier: MIT

/// A value whose description is a summary for logs of the state.
///
/// A test that fails shows the parts of the value instead.
package protocol Summarized {}
