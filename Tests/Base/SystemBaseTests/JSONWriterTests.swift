import SystemBase
import Testing

@Suite struct JSONWriterTests {
  private func text(_ value: JSONValue, _ layout: JSONWriter.Layout = .line) -> String {
    JSONWriter.text(of: value, layout: layout, for: .utf8)
  }

  private var object: JSONObject {
    var inner = JSONObject()
    inner.append("path", "/a")
    var object = JSONObject()
    object.append("tracks", [inner])
    object.append("count", 1)
    object.append("none", [String]())
    object.append("absent", nil as String?)
    return object
  }

  @Test func aLineHasTheMembersInTheOrderOfTheirNames() {
    #expect(text(.object(object)) == #"{"count":1,"none":[],"tracks":[{"path":"/a"}]}"#)
  }

  @Test func encodedArrayHasTheTextOfTheArray() {
    for objects in [[], [object], [object, JSONObject(), object]] {
      let array = JSONValue.array(objects.map { .object($0) })
      #expect(text(.encoded(objects)) == text(array))
      #expect(text(.object(["a": JSONValue.encoded(objects)])) == text(.object(["a": array])))
    }
  }

  @Test func indentedTextHasALineForEachValue() {
    let expected = """
      {
        "count" : 1,
        "none" : [

        ],
        "tracks" : [
          {
            "path" : "/a"
          }
        ]
      }
      """
    #expect(text(.object(object), .indented) == expected)
  }

  @Test func numbersAreWrittenInTheShortestFormThatReadsBack() {
    let numbers = [0.5, 271.25, 96, -3, 1e300, 0.1, 1e15].map { text(.number($0)) }
    #expect(numbers == ["0.5", "271.25", "96", "-3", "1e+300", "0.1", "1000000000000000"])
    #expect(text(.number(.infinity)) == "null")
  }

  @Test func controlCharactersAreEscaped() {
    #expect(text(.string("\u{8}\t\n\u{C}\r\u{1F}\"\\/é")) == #""\b\t\n\f\r\u001f\"\\/é""#)
  }

  @Test func reportForAnotherCharacterSetIsASCIIAndReadsBackTheSame() throws {
    let report = JSONWriter.text(of: .string("é 𝄞\n"), layout: .line, for: .ascii)
    #expect(report == #""\u00e9 \ud834\udd1e\n""#)
    #expect(try JSONReader.read(Array(report.utf8)) == .string("é 𝄞\n"))
  }

  @Test func charactersThatATerminalMayObeyAreEscapedInReports() throws {
    let name = "a\u{7F}\u{80}\u{9B}31m\u{9F}\u{A0}\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}é"
    let report = text(.string(name))
    #expect(
      report == #""a\u007f\u0080\u009b31m\u009f"# + "\u{A0}"
        + #"\u061c\u200e\u200f\u202a\u202e\u2066\u2069é""#)
    #expect(try JSONReader.read(Array(report.utf8)) == .string(name))
  }

  @Test func byteOrderMarkBeforeATextIsSkipped() throws {
    #expect(try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("true".utf8)) == .bool(true))
    #expect(throws: JSONError.self) { try JSONReader.read(Array("[1,\u{FEFF}2]".utf8)) }
  }
}
