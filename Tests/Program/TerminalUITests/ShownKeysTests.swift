import Controls
import TerminalKit
import Testing

@testable import Application
@testable import TerminalUI

/// The keys that lists show in their frames and in the line of keys.
@MainActor @Suite struct ShownKeysTests {
  /// Keys that no command has by default.
  private static func maps() throws -> KeyMaps {
    var maps = KeyMaps()
    for key in ["escape", "enter", "delete", "up", "down", "r", "m"] { maps.apply(try KeyBinding(key)) }
    maps.apply(try KeyBinding("ctrl+alt+e", to: "cancel"))
    maps.apply(try KeyBinding("ctrl+alt+r", to: "record"))
    return maps
  }

  private func shown(_ session: ScreenSession, _ maps: KeyMaps, _ size: Size) -> String {
    let screen = PlayerScreen(
      session: session, bindings: KeyBindings(maps), pads: Sample.pads(), theme: .monochrome)
    var surface = Surface(size)
    screen.draw(on: &surface)
    return surface.lines.joined(separator: "\n")
  }

  /// While text is typed, keys are fixed.
  @Test(arguments: PlainLayerTests.layers) func layerShowsNoKeyThatIsNotBound(layer: PlainLayerTests.Layer)
    throws
  {
    let session = try layer.open().session
    if session.field != nil { return }
    for size in [Size(120, 36), Size(40, 12)] {
      let text = shown(session, try Self.maps(), size)
      for key in ["Esc ", "Enter ", "Del ", "↑ ↓ ", " r records", " m teaches"] {
        #expect(!text.contains(key), "\(layer): \(key) at \(size)")
      }
    }
  }

  /// The commands have other names in each list.
  @Test(arguments: [
    ("TakeListLayer", "close"), ("KitListLayer", "back"), ("DeviceListLayer", "close"),
    ("PadFormLayer", "leave"),
  ]) func framesNameTheKeyThatClosesThem(name: String, text: String) throws {
    var maps = KeyMaps()
    maps.apply(try KeyBinding("escape"))
    maps.apply(try KeyBinding("x", to: "cancel"))
    let layer = try #require(PlainLayerTests.layers.first { $0.description == name })
    let lines = shown(try layer.open().session, maps, Size(120, 36))
    #expect(lines.contains("x \(text)") && !lines.contains("Esc \(text)"))
    #expect(shown(try layer.open().session, KeyMaps(), Size(120, 36)).contains("Esc \(text)"))
  }

  @Test(arguments: [
    ("PadFormLayer", "save-kit", "save"), ("SettingsLayer", "keep-setting", "keep"),
    ("LyricsLayer", "follow-lyrics", "follow the music"),
  ]) func layersNameTheKeysThatActOnTheirScreenAlone(name: String, command: String, text: String) throws {
    let layer = try #require(PlainLayerTests.layers.first { $0.description == name })
    let session = try layer.open().session
    var maps = KeyMaps()
    for key in ["W", "enter"] { maps.apply(try KeyBinding(key, on: session.shownScreen)) }
    let without = shown(session, maps, Size(120, 36))
    #expect(!without.contains("W \(text)") && !without.contains("Enter \(text)"))
    maps.apply(try KeyBinding("ctrl+alt+k", to: command))
    #expect(shown(session, maps, Size(120, 36)).contains("ctrl+alt+k \(text)"))
    // The help begins with them.
    session.perform(.program(.help))
    let help = try #require(session.layer(HelpLayer.self))
    let own = HelpContent(help, maps.drumming).entries.prefix { $0.group == nil }
    #expect(own.contains { $0.command?.name == command && $0.keys == "ctrl+alt+k" })
  }

  @Test func emptyListsNameTheKeysThatFillThem() throws {
    let bench = try TimelineBench([])
    bench.session.perform(.take(.list))
    #expect(
      shown(bench.session, try Self.maps(), Size(80, 24)).contains("none yet: ctrl+alt+r records one"))
    bench.session.open(MIDIListLayer(bench.session))
    #expect(
      shown(bench.session, try Self.maps(), Size(80, 24)).contains(
        "nothing was taught; :learn-midi teaches"))
  }
}
