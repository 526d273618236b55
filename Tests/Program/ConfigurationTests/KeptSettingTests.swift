import SystemBase
import Testing

@testable import Configuration

/// Writing settings into the configuration file.
@Suite struct KeptSettingTests {
  private func written(_ text: String, _ name: String = "theme", _ value: String = "light") -> String {
    String(
      decoding: ConfigurationFile.setting(name, to: FilePath(value), in: Array(text.utf8)), as: UTF8.self)
  }

  @Test(
    arguments: [
      ("", "theme=light\n"), ("# mine\nrate=auto\n", "# mine\nrate=auto\ntheme=light\n"),
      ("rate=auto", "rate=auto\ntheme=light\n"),
      ("a=b\ntheme=dark\n\n# end", "a=b\ntheme=light\n\n# end"),
      ("theme = dark   # at night\nx=1\n", "theme=light   # at night\nx=1\n"),
      ("theme=dark\ntheme=lime\n", "theme=dark\ntheme=light\n"),
      ("#theme=dark\n", "#theme=dark\ntheme=light\n"), ("  bind x pad 1\n", "  bind x pad 1\ntheme=light\n"),
    ])
  func settingChangesItsLineAlone(before: String, after: String) {
    #expect(written(before) == after)
    var file = ConfigurationFile(path: FilePath("/c"))
    file.read(Array(after.utf8))
    #expect(file.settings.theme == "light")
  }

  @Test func bytesThatAreNotTextStay() {
    let before: [UInt8] = [0x23, 0xFF, 0xFE, 0x0A]
    #expect(
      ConfigurationFile.setting("theme", to: FilePath("light"), in: before) == before
        + Array("theme=light\n".utf8))
  }
}
