import Application
import Observation
import Player
import SystemBase

/// Shows each new track as a notification of the desktop, which replaces the previous one. Main thread.
@MainActor
package final class TrackNotifier {
  private static let name = "org.freedesktop.Notifications"
  private static let object = "/org/freedesktop/Notifications"

  private let bus: BusConnection
  private let application: Application
  private let covers: CoverFiles
  private let isWanted: () -> Bool
  /// The notification that is shown; 0 if there is none.
  private var shown: UInt32 = 0
  /// Whether the reply to a notification is awaited.
  private var isSending = false
  private var last: TrackNotification?
  private var needsUpdate = true

  package init(
    _ bus: BusConnection, application: Application, covers: CoverFiles, isWanted: @escaping () -> Bool
  ) throws(BusError) {
    (self.bus, self.application, self.covers, self.isWanted) = (bus, application, covers, isWanted)
    for member in ["ActionInvoked", "NotificationClosed"] {
      try bus.listen("type='signal',interface='\(TrackNotifier.name)',member='\(member)'") { [weak self] in
        self?.receive($0)
      }
    }
  }

  /// Shows the current track if it plays and was not shown. Called in each turn of the main loop.
  package func update() {
    // Without notifications it is asked again in the next turn: the setting is not observed.
    guard needsUpdate, !isSending, isWanted() else { return }
    needsUpdate = false
    let new = withObservationTracking {
      TrackNotification(application, covers)
    } onChange: { [weak self] in
      // The model is isolated to the main actor, so it changes on the main thread.
      MainActor.assumeIsolated { self?.needsUpdate = true }
    }
    guard let new, new.key != last?.key else { return }
    last = new
    send(new)
  }

  private func send(_ notification: TrackNotification) {
    isSending = true
    bus.call(
      BusCall(
        TrackNotifier.name, TrackNotifier.object, TrackNotifier.name, "Notify",
        notification.arguments(replacing: shown))
    ) { [weak self] reply in
      self?.isSending = false
      self?.needsUpdate = true
      if case .success(let values) = reply, case .uint32(let id)? = values.first { self?.shown = id }
    }
  }

  private func receive(_ signal: BusCall) {
    guard case .uint32(shown)? = signal.arguments.first, shown != 0 else { return }
    if signal.member == "NotificationClosed" {
      shown = 0
    } else if let action = signal.arguments.last?.text.flatMap(TrackNotification.Action.init) {
      application.request(.playback(action.command), from: .program)
    }
  }
}

/// The notification of a track, as a value.
struct TrackNotification: Hashable, Sendable {
  enum Action: String, CaseIterable {
    case pause, next

    var label: String { self == .pause ? "Pause" : "Next" }
    var command: Command.Playback { self == .pause ? .pause : .next }
  }

  /// Identifies a track, and a title of a stream: one notification is shown for each.
  struct Key: Hashable, Sendable {
    var item: QueueItem.ID
    /// The title on air; nil for a file, whose title may become known later.
    var onAir: String?
  }

  var key: Key
  var title: String
  /// The artist and the album.
  var detail: String
  var picture: FilePath?

  /// Returns the arguments of `Notify` of the Desktop Notifications Specification 1.2. `replacing`: the notification
  /// that is replaced; 0 for none.
  func arguments(replacing id: UInt32) -> [BusValue] {
    var hints: [String: BusValue] = [
      "desktop-entry": .string("drumdub"), "urgency": .byte(0), "transient": .boolean(true),
    ]
    hints["image-path"] = picture.map { .string(FileURL.text($0)) }
    return [
      .string("DrumDub"), .uint32(id), .string("drumdub"), .string(title),
      .string(TrackNotification.escaped(detail)),
      .strings(Action.allCases.flatMap { [$0.rawValue, $0.label] }),
      .dictionary(hints), .int32(-1),
    ]
  }

  /// Escapes the characters of markup, which the body of a notification may hold.
  static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}

extension TrackNotification {
  /// Creates the notification of the current track; nil if no music plays, or if its picture is still awaited.
  @MainActor
  init?(_ application: Application, _ covers: CoverFiles) {
    guard application.model.phase.isPlaying, let item = application.model.nowPlaying else { return nil }
    let isStream = item.location.address != nil
    if covers.isAwaited(item.location) { return nil }
    key = Key(item: item.id, onAir: isStream ? item.title : nil)
    title = item.title
    let album = item.tags?.album ?? item.listed.album
    detail = [item.artist, album].compactMap { $0 }.joined(separator: "\n")
    picture = isStream ? item.cover : covers.file(of: item.location)
  }
}
