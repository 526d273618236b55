import EngineExercise
import Testing

/// Scripted sessions render the same frames, events and meters each time: what `render-probe` prints can be compared
/// between two builds.
@Suite struct RenderIdentityTests {
  @Test(arguments: ScriptedSession.names) func aSessionIsRenderedAlikeEachTime(name: String) throws {
    let first = try #require(ScriptedSession.render(name))
    #expect(ScriptedSession.render(name) == first)
    #expect(first.hits + first.segments > 1)
  }
}
