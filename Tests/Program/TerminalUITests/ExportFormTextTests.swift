import AudioBase
import SystemBase
import TerminalUI
import Testing

@testable import Application

/// The explanations in the form for an export.
@Suite struct ExportFormTextTests {
  private static let formats = AudioFileFormat.allCases.map(\.rawValue) + ["mid", "pack"]

  @Test(arguments: formats) func formListsEachFormatThatItAccepts(format: String) {
    var form = ExportForm(take: "take 1", target: FilePath("/music/take 1.wav"))
    let words = TagFormContent(form).note?.split { !$0.isLetter && !$0.isNumber }
    #expect(words?.contains { $0 == format } == true)
    form.type(format)
    #expect(form.options() != nil)
  }
}
