package enum TemplateError: Error, Hashable, Sendable {
  case unknownField(String)
  case unclosed
}

/// A template for lines with fields: `{artist} – {title}`. `{{` and `}}` stand for braces.
package struct LineTemplate<Field: RawRepresentable<String> & Hashable & Sendable>: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
  }

  package private(set) var parts: [Part] = []

  package init(_ text: String) throws(TemplateError) {
    var rest = Array(text)[...]
    var plain = ""
    while let character = rest.popFirst() {
      if character == rest.first, character == "{" || character == "}" {
        plain.append(character)
        rest.removeFirst()
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}") else { throw .unclosed }
        let name = String(rest[..<end])
        guard let field = Field(rawValue: name.lowercased()) else { throw .unknownField(name) }
        parts += [.text(plain), .field(field)]
        plain = ""
        rest = rest[(end + 1)...]
      } else {
        plain.append(character)
      }
    }
    parts.append(.text(plain))
  }

  /// Returns whether one of some fields is part of a line.
  package func has(_ fields: Set<Field>) -> Bool {
    parts.contains { if case .field(let field) = $0 { fields.contains(field) } else { false } }
  }

  package func line(_ value: (Field) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): value(field)
      }
    }
    .joined()
  }
}
