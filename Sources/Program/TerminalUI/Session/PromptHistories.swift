import SystemBase

/// The texts that were accepted in prompts, stored in the state folder.
package struct PromptHistories {
  /// The maximum number of texts of a prompt.
  static let most = 100
  private static let largestFile = 1 << 20

  private let file: SavedFile?
  /// The texts by the names of the prompts, oldest first.
  private var texts: [String: [String]]
  /// The text from the history that is shown, and the text that was typed before.
  private var shown: (name: String, index: Int, typed: String)?

  /// Reads the stored texts. A damaged file is replaced by the next text.
  ///
  /// - Parameter file: nil keeps them in memory alone.
  package init(_ file: SavedFile? = nil) {
    self.file = file
    texts =
      file.map {
        PromptHistories.texts((try? FileBytes.read($0.path, limit: PromptHistories.largestFile)) ?? [])
      } ?? [:]
  }

  /// Adds a text that was accepted, and stores it.
  mutating func add(_ text: String, to name: String) {
    shown = nil
    guard !text.isEmpty, texts[name]?.last != text else { return }
    texts[name] = PromptHistories.adding(text, to: texts[name])
    file?.edit { bytes in
      // Another instance may have stored texts of its own.
      var texts = PromptHistories.texts(bytes)
      texts[name] = PromptHistories.adding(text, to: texts[name])
      var object = JSONObject()
      for (name, list) in texts.sorted(by: { $0.key < $1.key }) {
        object.append(name, JSONValue.array(list.map { .string($0) }))
      }
      bytes = JSONWriter.bytes(of: .object(object), layout: .line)
    }
  }

  private static func adding(_ text: String, to list: [String]?) -> [String] {
    Array((list ?? []).filter { $0 != text }.suffix(most - 1)) + [text]
  }

  /// Returns the next older or newer text of the history of a prompt; nil at its end.
  ///
  /// - Parameter text: the text of the prompt now, which comes back after the newest one.
  mutating func step(older: Bool, in name: String, from text: String) -> String? {
    let list = texts[name] ?? []
    if shown?.name != name || shown.map({ list.indices.contains($0.index) && list[$0.index] == text }) != true
    {
      shown = (name, list.count, text)
    }
    guard let before = shown else { return nil }
    let index = before.index + (older ? -1 : 1)
    guard index >= 0, index <= list.count else { return nil }
    shown?.index = index
    return index == list.count ? before.typed : list[index]
  }

  private static func texts(_ bytes: [UInt8]) -> [String: [String]] {
    guard var members = try? JSONMembers(bytes, subject: "") else { return [:] }
    var texts: [String: [String]] = [:]
    for name in members.rest.members.map(\.name) {
      if let list = try? members.texts(name) { texts[name] = list }
    }
    return texts
  }
}
