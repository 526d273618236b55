import Application

/// A part of the screen that the user arranges; the raw value is its name in settings.
package enum Pane: String, Hashable, Sendable, CaseIterable {
  case library, queue, lyrics, cover
  /// The waveform, or the spectrum.
  case waveform
  case timeline, mixer

  package var isList: Bool { self == .library || self == .queue }
}

/// Panes side by side and below each other, each with a share of the room, as in `library:2|queue,lyrics`.
///
/// `|` separates panes side by side, `,` separates rows, parentheses enclose a part with rows of its own, and `:N` follows a
/// part with more than one share.
package indirect enum PaneArrangement: Hashable, Sendable {
  case pane(Pane)
  case rows([Part])
  case columns([Part])

  package struct Part: Hashable, Sendable {
    package var content: PaneArrangement
    package var share: Int
  }

  package static let shares = 1...9
  package static let standard = columns([
    Part(content: .pane(.library), share: 1), Part(content: .pane(.queue), share: 1),
  ])

  /// The panes in the order in which they are written.
  package var panes: [Pane] {
    switch self {
    case .pane(let pane): [pane]
    case .rows(let parts), .columns(let parts): parts.flatMap(\.content.panes)
    }
  }

  /// Returns the arrangement reduced to some panes; nil if it has none of them.
  package func filtered(_ isKept: (Pane) -> Bool) -> PaneArrangement? {
    compactMap { isKept($0) ? $0 : nil }
  }

  /// Returns the arrangement with each pane replaced or removed; nil if none is left.
  package func compactMap(_ other: (Pane) -> Pane?) -> PaneArrangement? {
    func changed(_ parts: [Part]) -> [Part] {
      parts.compactMap { part in
        part.content.compactMap(other).map { Part(content: $0, share: part.share) }
      }
    }
    return switch self {
    case .pane(let pane): other(pane).map(PaneArrangement.pane)
    case .rows(let parts): PaneArrangement.joined(changed(parts), PaneArrangement.rows)
    case .columns(let parts): PaneArrangement.joined(changed(parts), PaneArrangement.columns)
    }
  }

  /// Joins parts to rows or columns; returns a single part unchanged.
  fileprivate static func joined(
    _ parts: [Part], _ join: ([Part]) -> PaneArrangement
  ) -> PaneArrangement? {
    parts.count > 1 ? join(parts) : parts.first?.content
  }
}

// MARK: Text

extension PaneArrangement {
  /// Reads an arrangement; nil if the text is not valid or names a pane twice.
  package init?(_ text: String) {
    var reader = Reader(rest: text.filter { $0 != " " }[...])
    guard let rows = reader.rows(), reader.rest.isEmpty else { return nil }
    let panes = rows.panes
    guard Set(panes).count == panes.count else { return nil }
    self = rows
  }

  package var text: String {
    switch self {
    case .pane(let pane): pane.rawValue
    case .rows(let parts):
      parts.map { part in
        // The columns of a row share it, so that a share of the row stands behind parentheses.
        if case .columns = part.content, part.share == 1 { return part.content.text }
        return part.text
      }.joined(separator: ",")
    case .columns(let parts): parts.map(\.text).joined(separator: "|")
    }
  }

  private struct Reader {
    private static let deepest = 4

    var rest: Substring
    private var depth = 0

    init(rest: Substring) { self.rest = rest }

    mutating func rows() -> PaneArrangement? {
      parts(separator: ",") { reader in
        reader.parts(separator: "|") { $0.part() }.map { columns in
          if columns.count == 1 { return columns[0] }
          return Part(content: .columns(columns), share: 1)
        }
      }.flatMap { PaneArrangement.joined($0, PaneArrangement.rows) }
    }

    private mutating func parts(
      separator: Character, _ read: (inout Reader) -> Part?
    ) -> [Part]? {
      var parts: [Part] = []
      repeat {
        guard let part = read(&self) else { return nil }
        parts.append(part)
      } while skip(separator)
      return parts
    }

    private mutating func part() -> Part? {
      guard let content = skip("(") ? group() : name().map(PaneArrangement.pane) else { return nil }
      guard skip(":") else { return Part(content: content, share: 1) }
      guard let digit = rest.popFirst(), let share = Int(String(digit)), shares.contains(share) else {
        return nil
      }
      return Part(content: content, share: share)
    }

    private mutating func group() -> PaneArrangement? {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Reader.deepest, let rows = rows(), skip(")") else { return nil }
      return rows
    }

    private mutating func name() -> Pane? {
      let name = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(name.count)
      return Pane(rawValue: name.lowercased())
    }

    private mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }
  }
}

extension PaneArrangement.Part {
  fileprivate var text: String {
    let name = if case .pane(let pane) = content { pane.rawValue } else { "(\(content.text))" }
    return share == 1 ? name : "\(name):\(share)"
  }
}

/// The panes of each layout of the screen, as in `library|queue; listen=library|lyrics; drum=lyrics`.
package struct ScreenPanes: Hashable, Sendable {
  /// The panes beside the pads.
  package var both = PaneArrangement.standard
  /// The panes without pads; nil for those of `both`.
  package var listen: PaneArrangement?
  /// The panes below large pads; nil for none.
  package var drum: PaneArrangement?

  package init() {}

  package subscript(layout: ScreenLayout) -> PaneArrangement? {
    switch layout {
    case .both: both
    case .drum: drum
    case .listen: listen ?? both
    }
  }

  /// Reads the panes of all layouts. The first part has no name, and is that of the layout `both`.
  package init?(_ text: String) {
    for (index, part) in text.split(separator: ";", omittingEmptySubsequences: false).enumerated() {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      guard let last = sides.last, let panes = PaneArrangement(String(last)), sides.count <= 2 else {
        return nil
      }
      let layout = sides.count == 2 ? ScreenLayout(rawValue: sides[0].filter { $0 != " " }) : .both
      switch layout {
      case .both? where index == 0: both = panes
      case .listen? where listen == nil: listen = panes
      case .drum? where drum == nil: drum = panes
      case .both?, .listen?, .drum?, nil: return nil
      }
    }
  }

  package var text: String {
    ([both.text]
      + [("listen", listen), ("drum", drum)].compactMap { name, panes in panes.map { "\(name)=\($0.text)" } })
      .joined(separator: "; ")
  }
}
