import HeardSound
import TerminalTestSupport
import TestSupport
import Testing

/// The queue as a playlist: by its name, asked about, and written whatever happens next.
@Suite(.together) struct QueueSavingTests {
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try TestTrack(seed: 40, seconds: 30).write(to: "a.wav", in: sandbox)
    return sandbox
  }

  private func save(_ name: String, _ session: TmuxSession) throws {
    try session.type("W\(name)")
    try session.wait(for: "save as: \(name)")
    try session.press("Enter")
  }

  @Test func savingToAFolderNameIsRefusedAndAMissingFolderIsOffered() throws {
    let sandbox = try sandbox()
    let session = try sandbox.tmux("--output", "null", "a.wav", columns: 200)
    try session.wait(for: "playing")
    try save("new/x", session)
    try session.wait(for: "there is no folder \(sandbox.file("new").shown): Enter creates it, Esc does not")
    try session.press("Escape")
    try session.wait(for: "not saved: the folder was not created")
    #expect(sandbox.size(of: "new") == 0)
    try save("new/x", session)
    try session.wait(for: "Enter creates it")
    try session.press("Enter")
    try session.wait(for: "saved \(sandbox.file("new/x.m3u8").shown)")
    try save("~/mine.pls", session)
    try session.wait(for: "saved \(sandbox.file("mine.pls").shown)")
    try save("~/mine.pls", session)
    try session.wait(for: "\(sandbox.file("mine.pls").shown) exists: Enter replaces it, Esc keeps it")
    try session.press("Enter")
    try session.wait(for: "saved \(sandbox.file("mine.pls").shown)")
    for (name, path) in [("foo/", "\(sandbox.path.shown)/foo/"), ("~", sandbox.path.shown), ("/", "/")] {
      try save(name, session)
      try session.wait(for: "not saved: \(path) is a folder; add a file name")
    }
    try session.expectQuit()
    #expect(sandbox.size(of: "new/x.m3u8") > 0 && sandbox.size(of: "~") == 0)
  }

  @Test func pendingPlaylistsAreWrittenAtQuit() throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.terminal("--output", "null", "a.wav")
    try terminal.wait(for: "playing")
    let names = (1...20).map { "list\($0).m3u8" }
    terminal.type(names.map { "W\($0)\r" }.joined() + "q")
    try terminal.expectEnd(.exited(0))
    for name in names { #expect(sandbox.size(of: "data/drumdub/playlists/\(name)") > 0, "\(name)") }
  }
}
