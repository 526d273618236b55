import MusicLibrary

extension ScanReport: Encodable {
  private enum Member: String, CodingKey {
    case files, added, changed, moved, removed, unchanged, away, unreadable, seconds, measured, unmeasured
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(files, forKey: .files)
    try members.encode(added, forKey: .added)
    try members.encode(changed, forKey: .changed)
    try members.encode(moved, forKey: .moved)
    try members.encode(removed, forKey: .removed)
    try members.encode(unchanged, forKey: .unchanged)
    try members.encode(away, forKey: .away)
    try members.encode(unreadable, forKey: .unreadable)
    try members.encodeIfPresent(measured, forKey: .measured)
    try members.encodeIfPresent(unmeasured.isEmpty ? nil : unmeasured, forKey: .unmeasured)
    try members.encode((seconds * 1_000).rounded() / 1_000, forKey: .seconds)
  }
}

extension ScanReport.Unreadable: Encodable {
  private enum Member: String, CodingKey { case reason }

  package func encode(to encoder: any Encoder) throws {
    try PathReport(path: path).encode(to: encoder)
    var members = encoder.container(keyedBy: Member.self)
    try members.encode(reason, forKey: .reason)
  }
}
