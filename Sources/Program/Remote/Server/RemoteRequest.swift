package struct RemoteClientID: Hashable, Sendable {
  let value: Int
}

/// Commands of a client, which the main thread performs in order.
struct RemoteRequest: Sendable {
  /// Whether and how a list of commands was sent.
  enum Form: Hashable, Sendable {
    case single, list
    /// Each command is answered by `list_OK`.
    case confirmedList
  }

  var client: RemoteClientID
  /// Lines without their line feeds.
  var lines: [[UInt8]]
  var form = Form.single
}

/// The complete answer to a request.
struct RemoteReply: Sendable {
  var client: RemoteClientID
  var bytes: [UInt8]
  /// The client has given the password.
  var isAuthorised = false
  /// Whether the connection is closed after the answer.
  var closes = false
}

/// A message of the network thread to the main thread.
enum RemoteEvent: Sendable {
  case opened(MPDSession)
  case request(RemoteRequest)
  case closed(RemoteClientID)
}
