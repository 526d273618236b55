import AudioBase
import Glibc
import HostTools
import MusicLibrary
import SystemBase
import TestSupport
import Testing

/// The player in use for some time has no more descriptors and threads than before.
///
/// `DRUMDUB_SOAK_SECONDS` makes it use the player for longer; `make soak` measures an hour.
@Suite(.together) struct GrowthTests {
  /// Descriptors and threads that come and go, such as those of a track that is opened ahead.
  private static let margin = 6

  @Test func longUseLeaksNeitherDescriptorsNorThreads() throws {
    let sandbox = try RandomInput.sandbox()
    try GrowthTests.addTracks(to: sandbox)
    let use = try PlayerInUse(sandbox)
    try use.perform(steps: 100)
    try use.rest()
    let (process, before) = (use.process, use.counts)
    if let seconds = getenv("DRUMDUB_SOAK_SECONDS").flatMap({ Double(String(cString: $0)) }) {
      let end = HostTime.now.advanced(bySeconds: seconds)
      while HostTime.now < end { try use.perform(steps: 50) }
    } else {
      try use.perform(steps: 350)
    }
    try use.rest()
    try Wait.until(
      "as few descriptors and threads as before", told: { "\(before) \(use.counts) \(use.files)" }
    ) {
      use.counts.descriptors <= before.descriptors + GrowthTests.margin
        && use.counts.threads <= before.threads + GrowthTests.margin
    }
    #expect(use.process == process)
    use.terminal.signal(SIGTERM)
    #expect(try use.terminal.waitForEnd() == .exited(0))
  }
}

extension GrowthTests {
  /// Adds tracks to the index, whose files are not there, so that its lists take some time.
  private static func addTracks(to sandbox: Sandbox) throws {
    let store = try LibraryStore.open(sandbox.file("data/drumdub/library.db")).store
    let changes = (0..<10_000).map { number in
      var track = TrackInfo(path: FilePath("/music/\(number).flac"), stream: SoundProperties(codec: .flac))
      (track.title, track.artist, track.album) = (
        "Song \(number)", "Artist \(number % 97)", "Album \(number % 997)"
      )
      let stamp = FileStamp(size: 1_000, modified: 1, inode: UInt64(number) + 1 << 40, device: 7)
      return LibraryChange.read(track, stamp)
    }
    try store.apply(changes)
  }
}

/// A player with a screen, a library and clients.
private final class PlayerInUse {
  let terminal: PseudoTerminal
  private let socket: FilePath
  private var client: RemoteTestClient
  private var use = MixedUse(
    seed: 7, words: ["bell", "song", "art", "alb", "x"],
    tracks: ["0.flac", "2.flac", "4.flac", "A/B/1.flac", "A/B/3.flac", "bad.mp3"])

  init(_ sandbox: Sandbox) throws {
    socket = sandbox.file("run/drumdub/mpd.sock")
    try FileBytes.makeFolder(sandbox.file("run"), permissions: 0o700)
    terminal = try sandbox.terminal(
      "--output", "null", "Music/4.flac", "Music/2.flac", environment: [DetachedPlayer.runtime(sandbox)])
    try terminal.wait("the socket") { [socket] _ in (try? RemoteTestClient(socket)) != nil }
    client = try RemoteTestClient(socket)
    try terminal.waitForPads()
  }

  /// `env` has become the player.
  var process: pid_t { terminal.child }

  var counts: (descriptors: Int, threads: Int) {
    (RunningProcess(process).descriptors, RunningProcess(process).threads.count)
  }

  /// What the open descriptors are.
  var files: [FilePath] {
    let names = FolderReader.names(in: FilePath("/proc/\(process)/fd"))
    return names.map { name in
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/\(process)/fd/\(name.shown)", &target, target.count)
      return FilePath(bytes: target.prefix(max(count, 0)).map(UInt8.init(bitPattern:)))
    }
  }

  func perform(steps: Int) throws {
    for number in 0..<steps {
      switch use.next() {
      case .keys(let keys): terminal.type(keys)
      case .resize(let columns, let rows): terminal.resize(columns: columns, rows: rows)
      case .command(let name, let arguments):
        _ = try client.answer(to: ([name] + arguments.map { "\"\($0)\"" }).joined(separator: " "))
      }
      terminal.read(milliseconds: 2)
      try terminal.wait("the keys to be read") { $0.untaken < 512 || $0.end != nil }
      if let end = terminal.end { throw Tool.Failure(description: "the player has ended: \(end)") }
      if number % 20 == 0 { client = try RemoteTestClient(socket) }
      terminal.dropOutput(before: 4_096)
    }
  }

  /// Ends what plays and what is open.
  func rest() throws {
    terminal.type("\u{1B}")
    try terminal.wait("the keys to be read") { $0.untaken == 0 }
    for command in ["stop", "clear", "single 0", "repeat 0"] { _ = try client.answer(to: command) }
    try terminal.wait("the end of a scan") { _ in
      try !client.answer(to: "status").contains { $0.hasPrefix("updating_db") }
    }
  }
}
