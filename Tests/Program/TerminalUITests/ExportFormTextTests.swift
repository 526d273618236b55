import AudioBase
import Dubbing
import SystemBase
import Testing

@testable import TerminalUI

/// The explanations in the form for an export.
@Suite struct ExportFormTextTests {
  private static let formats = AudioFileFormat.allCases.map(\.rawValue) + ["mid", "pack"]

  @Test(arguments: formats) func formListsEachFormatThatItAccepts(format: String) {
    let take = Take(id: "20260501-120000-3f9c", name: "take 1", track: nil, created: 0)
    var form = ExportForm(take, in: FilePath("/music"))
    let words = FormContent(form).note?.split { !$0.isLetter && !$0.isNumber }
    #expect(words?.contains { $0 == format } == true)
    form.type(format)
    #expect(form.options() != nil)
  }
}
