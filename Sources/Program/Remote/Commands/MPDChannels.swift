/// The channels through which clients send messages to each other.
struct MPDChannels {
  private static let mostChannels = 16
  private static let mostMessages = 64
  /// What the name of a channel may have, as in MPD.
  private static let allowed = Set(
    "-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)

  private struct Mailbox {
    var channels: Set<String> = []
    var messages: [(channel: String, text: String)] = []
  }

  private var mailboxes: [RemoteClientID: Mailbox] = [:]
  /// The changes that clients wait for, since they were read last.
  private var changes: [(client: RemoteClientID?, subsystem: MPDSubsystem)] = []

  mutating func perform(
    _ command: MPDCommand.Channels, _ arguments: [String], of client: RemoteClientID
  ) throws(MPDError) -> MPDReply {
    var reply = MPDReply()
    switch command {
    case .channels: return MPDReply("channel", each: Set(mailboxes.values.flatMap(\.channels)).sorted())
    case .subscribe: try subscribe(client, to: arguments[0])
    case .unsubscribe:
      guard mailboxes[client]?.channels.remove(arguments[0]) != nil else {
        throw MPDError(.notFound, "not subscribed to this channel")
      }
      changes.append((nil, .subscription))
    case .sendmessage: try send(arguments[1], to: arguments[0])
    case .readmessages:
      for message in mailboxes[client]?.messages ?? [] {
        reply.add("channel", message.channel)
        reply.add("message", message.text)
      }
      mailboxes[client]?.messages = []
    }
    return reply
  }

  private mutating func subscribe(_ client: RemoteClientID, to channel: String) throws(MPDError) {
    guard !channel.isEmpty, channel.utf8.allSatisfy(MPDChannels.allowed.contains) else {
      throw MPDError(.argument, "invalid channel name")
    }
    var mailbox = mailboxes[client] ?? Mailbox()
    guard mailbox.channels.count < MPDChannels.mostChannels else {
      throw MPDError(.exists, "subscription list is full")
    }
    guard mailbox.channels.insert(channel).inserted else {
      throw MPDError(.exists, "already subscribed to this channel")
    }
    mailboxes[client] = mailbox
    changes.append((nil, .subscription))
  }

  private mutating func send(_ text: String, to channel: String) throws(MPDError) {
    let receivers = mailboxes.filter { $0.value.channels.contains(channel) }.keys
    if receivers.isEmpty { throw MPDError(.notFound, "nobody is subscribed to this channel") }
    for client in receivers {
      // A client that does not read loses the newest messages, as with MPD.
      guard let count = mailboxes[client]?.messages.count, count < MPDChannels.mostMessages else { continue }
      mailboxes[client]?.messages.append((channel, text))
      changes.append((client, .message))
    }
  }

  mutating func remove(_ client: RemoteClientID) {
    if mailboxes.removeValue(forKey: client)?.channels.isEmpty == false {
      changes.append((nil, .subscription))
    }
  }

  /// Removes and returns the changes, with the client that they concern; nil for all.
  mutating func takeChanges() -> [(client: RemoteClientID?, subsystem: MPDSubsystem)] {
    defer { changes = [] }
    return changes
  }
}
