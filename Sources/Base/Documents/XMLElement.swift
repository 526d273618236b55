import SystemBase

/// An element of an XML document with its content.
package struct XMLElement: Hashable, Sendable {
  /// The name without its prefix.
  package var name: String
  /// The number of the line at which it begins, from 1.
  package var line: Int
  package var children: [XMLElement] = []
  /// The text directly in the element, without white space at both ends.
  package var text = ""
  /// Whether its end was read; false if the document is damaged before that.
  package var isComplete = false

  package init(name: String, line: Int) { (self.name, self.line) = (name, line) }

  package func first(_ name: String) -> XMLElement? { children.first { $0.name == name } }

  package func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}

/// A small XML document in memory.
package struct XMLDocument: Sendable {
  /// The limit of nested elements; deeper ones are an error.
  package static let deepest = 64
  /// The limit of elements; a document with more is read up to there.
  package static let most = 1 << 18

  package var root: XMLElement
  /// The error that ended the document; the elements before it are there.
  package var failure: XMLReader.Failure?

  /// Parses a document up to its end or the first error, in the declared encoding, else in the detected one. Throws `damaged`
  /// with the line if no element can be read, `unsupported` if expat is not installed.
  package init(_ bytes: [UInt8], subject: String) throws(FileError) {
    var builder = XMLDocumentBuilder()
    var failure = try XMLReader.read(bytes, encoding: nil, builder)
    if failure != nil {
      // The encoding may be unknown to expat or not be declared.
      let text = EncodedText(bytes)
      let second = XMLDocumentBuilder()
      let again = try XMLReader.read(text.utf8(text.bytes), encoding: "UTF-8", second)
      if again == nil || second.count > builder.count { (builder, failure) = (second, again) }
    }
    self.failure = builder.excess ?? failure
    guard let root = builder.finish() else {
      let reason = failure.map { "line \($0.line): \($0.message)" }
      throw FileError(.damaged, subject, detail: reason ?? "it has no elements")
    }
    self.root = root
  }
}

/// Builds the tree of a document while it is parsed.
private final class XMLDocumentBuilder: XMLReaderDelegate {
  private(set) var count = 0
  /// The place where a limit was exceeded; nothing after it is kept.
  private(set) var excess: XMLReader.Failure?

  private var open: [XMLElement] = []
  private var texts: [[UInt8]] = []
  private var root: XMLElement?

  func didBeginElement(_ name: String, attributes: [String: String], line: Int) {
    guard excess == nil else { return }
    if open.count >= XMLDocument.deepest {
      excess = XMLReader.Failure(message: "more than \(XMLDocument.deepest) nested elements", line: line)
    } else if count >= XMLDocument.most {
      excess = XMLReader.Failure(message: "more than \(XMLDocument.most) elements", line: line)
    } else {
      count += 1
      open.append(XMLElement(name: XMLReader.localName(name), line: line))
      texts.append([])
    }
  }

  func didEndElement(_ name: String) {
    if excess == nil { close(isComplete: true) }
  }

  func didFindText(_ text: UnsafeBufferPointer<UInt8>, line: Int) {
    if excess == nil, let last = texts.indices.last { texts[last] += text }
  }

  /// Returns the root with all elements that were read; nil if there is none.
  func finish() -> XMLElement? {
    while !open.isEmpty { close(isComplete: false) }
    return root
  }

  private func close(isComplete: Bool) {
    guard var element = open.popLast(), let text = texts.popLast() else { return }
    let trimmed = text.trimming { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    element.text = String(decoding: trimmed, as: UTF8.self)
    element.isComplete = isComplete
    if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
  }
}
