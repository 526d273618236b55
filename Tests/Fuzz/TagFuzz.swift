import TrackTags

enum TagFuzz {
  private static let file = FuzzFile()

  static func take(_ bytes: [UInt8]) {
    file.replace(with: bytes)
    if let track = try? TagReader.read(file.path) {
      let report = FileReport(files: [.track(track)])
      precondition((try? report.json()) != nil, "no JSON")
      _ = report.text
    }
    _ = try? TagReader.picture(of: file.path)
  }
}
