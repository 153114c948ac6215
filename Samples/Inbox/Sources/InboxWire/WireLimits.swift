// SPDX-License-Identifier: MIT

/// The limits that the server enforces.
public enum WireLimits {
  /// The largest number of bytes of a message's text, in UTF-8.
  public static let textBytes = 64 << 10
  /// The largest number of characters of a subject.
  public static let subjectCharacters = 500
  /// The largest number of bytes of a request's body.
  public static let bodyBytes = 1 << 20
  /// The largest number of characters of a client ID.
  public static let clientIDCharacters = 100
  /// The largest number of threads of a page.
  public static let pageThreads = 200
  /// The largest number of events of one answer.
  public static let changes = 1_000
  /// The number of characters of a thread's preview.
  public static let previewCharacters = 80
  /// The number of seconds between two pings of a live socket.
  public static let pingSeconds = 5
  /// The number of seconds without any frame after which a live socket counts as lost.
  public static let silenceSeconds = 20
}
