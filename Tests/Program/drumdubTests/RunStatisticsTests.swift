import Configuration
import SystemBase
import TestSupport
import Testing

@testable import drumdub

@Suite struct RunStatisticsTests {
  private let statistics = RunStatistics(counters: [
    "underruns": 1, "sampleUnderruns": 2, "hits": 200, "lateHits": 3, "lostEvents": 4, "lostHits": 7,
    "lostPlanned": 8, "lostCommands": 9, "lostInput": 11, "lostBeats": 10, "xruns": 5, "lateWakeUps": 6,
    "renderedFrames": 48_000, "longestTurn": 12.5,
  ])

  @Test func statisticsFileHoldsOneJSONObject() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("stats.json")
    try statistics.write(to: path)
    let bytes = try FileBytes.read(path, limit: 10_000)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text == """
        {"hits":200,"lateHits":3,"lateWakeUps":6,"longestTurn":12.5,"lostBeats":10,"lostCommands":9,"lostEvents":4,"lostHits":7,\
        "lostInput":11,"lostPlanned":8,\
        "renderedFrames":48000,"sampleUnderruns":2,"underruns":1,"xruns":5}

        """)
  }

  @Test func missingFolderOfStatisticsIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("none").appending("stats.json")
    let error = #expect(throws: FileError.self) { try statistics.write(to: path) }
    #expect(error?.code == .notFound)
  }

  @Test func statsSettingNamesTheStatisticsFile() {
    var file = ConfigurationFile(path: FilePath("config"))
    file.read(Array("stats=/tmp/stats.json\n".utf8))
    #expect(file.warnings.isEmpty)
    #expect(file.settings.statistics == FilePath("/tmp/stats.json"))
  }
}
