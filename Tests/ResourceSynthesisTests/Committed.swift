import SystemBase

/// The resource files in the checkout.
enum Committed {
  static let resources = FilePath(#filePath).directory.directory.directory.appending("Resources")
  static let kit = resources.appending("Kits/Default")
  static let demo = resources.appending("Demo/First Light.flac")

  static let samples = [
    "snare", "bass", "tambourine", "maraca", "closed-hat", "open-hat", "clap", "cowbell",
  ].map { "\($0).flac" }
}
