import SystemBase
import Testing

@testable import Documents

/// The tree of a document: elements, encodings, limits, and what is left of damaged documents.
@Suite struct XMLDocumentTests {
  @Test func documentIsParsedAsATree() throws {
    let document = try document(
      "<?xml version=\"1.0\"?>\n<kit xmlns=\"urn:x\" version=\"2\"><!-- c -->\n <h:pad>\n a &amp; b&#233; </h:pad><pad/>text</kit>"
    )
    #expect(document.failure == nil)
    let root = document.root
    #expect(root.name == "kit" && root.line == 2 && root.text == "text")
    #expect(root.all("pad").map(\.text) == ["a & bé", ""] && root.all("pad").map(\.line) == [3, 4])
    #expect(root.first("none") == nil && root.isComplete)
  }

  @Test func theDeclaredEncodingIsUsed() throws {
    let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>".utf8) + [0xE9] + Array("</a>".utf8)
    #expect(try XMLDocument(latin, subject: "f").root.text == "é")
    let windows =
      Array("<?xml version=\"1.0\" encoding=\"windows-1252\"?><a>".utf8) + [0x80] + Array("</a>".utf8)
    #expect(try XMLDocument(windows, subject: "f").root.text == "€")
    let undeclared = Array("<a>".utf8) + [0xE9] + Array("</a>".utf8)
    #expect(try XMLDocument(undeclared, subject: "f").root.text == "é")
  }

  @Test func theElementsBeforeAnErrorRemain() throws {
    let document = try document("<a>\n<b>1</b>\n<b>2</b><b>3<c>\n</b></a>")
    #expect(document.failure?.line == 4)
    #expect(document.root.children.map(\.text) == ["1", "2", "3"])
    #expect(document.root.children.map(\.isComplete) == [true, true, false] && !document.root.isComplete)
  }

  @Test(arguments: ["", "text", "<", "\0\0"])
  func aTextWithoutElementsIsDamaged(_ text: String) {
    #expect { try document(text) } throws: {
      let error = $0 as? FileError
      return error?.code == .damaged && error?.subject == "f.xml" && error?.detail?.contains("line 1") == true
    }
  }

  @Test func aDocumentTypeIsRefused() throws {
    let laughs = """
      <!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
      <kit>&b;&c;</kit>
      """
    #expect { try document(laughs) } throws: {
      ($0 as? FileError)?.detail == "line 1: document types are not read"
    }
    let undefined = try document("<kit>\n<a/>&b;</kit>")
    #expect(undefined.failure?.line == 2 && undefined.root.children.count == 1)
  }

  @Test func nestingBeyond64ElementsIsAnErrorWithTheLine() throws {
    let deep = try document(String(repeating: "<a>\n", count: 100_000))
    #expect(deep.failure == XMLReader.Failure(message: "more than 64 nested elements", line: 65))
    var (depth, element) = (1, deep.root)
    while let next = element.children.first { (depth, element) = (depth + 1, next) }
    #expect(depth == 64)
  }

  @Test func theNumberOfElementsIsBounded() throws {
    let wide = try document("<a>" + String(repeating: "<b/>", count: 300_000) + "</a>")
    #expect(wide.failure?.message == "more than 262144 elements" && wide.root.children.count == 262_143)
  }

  private func document(_ text: String) throws -> XMLDocument {
    try XMLDocument(Array(text.utf8), subject: "f.xml")
  }
}
