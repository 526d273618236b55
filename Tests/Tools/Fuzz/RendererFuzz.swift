/// The bytes are a script: blocks of any size asked for at any time, strikes, commands, and what a feeder writes.
///
/// Whatever comes, what goes out is a number and not above full scale.
enum RendererFuzz {
  /// More has been seen.
  private static let longest = 40_000

  static func take(_ bytes: [UInt8]) {
    var session = RendererSession()
    var script = FuzzScript(bytes[...])
    while !script.isEmpty && session.rendered < longest { session.step(&script) }
    session.render(count: 2048)
    session.checkEvents()
  }
}
