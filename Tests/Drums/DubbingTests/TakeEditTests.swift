import AudioBase
import Dubbing
import SystemBase
import Testing

@Suite struct TakeEditTests {
  @Test func everyEditCanBeUndoneAndRedone() {
    var take = Take(id: "a", name: "one", track: nil, created: 0)
    var states = [take]
    func note() { states.append(take) }
    take.addLayer(hits: Sample.hits(3))
    note()
    take.addLayer(hits: Sample.hits(4, seed: 9))
    note()
    take.change(1) { $0.isMuted = true }
    note()
    take.duplicateLayer(1)
    note()
    take.deleteLayer(2)
    note()
    take.rename(to: "two")
    note()
    for state in states.dropLast().reversed() {
      #expect(take.undo() != nil)
      #expect(take.layers == state.layers && take.name == state.name)
    }
    #expect(take.undo() == nil)
    for state in states.dropFirst() {
      #expect(take.redo() != nil)
      #expect(take.layers == state.layers && take.name == state.name)
    }
    #expect(take.redo() == nil)
  }

  @Test func newEditDiscardsRedoAndTheShelvedLayer() {
    var take = Take(id: "a", name: "one", track: nil, created: 0)
    take.addLayer(hits: Sample.hits(3))
    take.undo()
    #expect(take.history.shelf.count == 1)
    take.rename(to: "x")
    #expect(take.history.shelf.isEmpty && take.redo() == nil && take.layers.isEmpty)
  }

  @Test func randomEditsNeverLoseALayer() {
    var random = SeededGenerator(seed: 5)
    var take = Take(id: "a", name: "one", track: nil, created: 0)
    var depth = 0
    for step in 0..<2000 {
      let layer = take.layers.randomElement(using: &random)?.id ?? 1
      switch Int.random(in: 0..<8, using: &random) {
      case 0: take.addLayer(hits: Sample.hits(step % 5))
      case 1: take.deleteLayer(layer)
      case 2: take.duplicateLayer(layer)
      case 3: take.change(layer) { $0.gain = Decibels(Double(step % 9)) }
      case 4, 5: take.undo()
      default: take.redo()
      }
      let ids = take.layers.map(\.id) + Array(take.history.shelf.keys)
      #expect(Set(ids).count == ids.count)
      depth = max(depth, take.history.edits.undoSteps.count)
    }
    let before = take
    while take.undo() != nil {}
    #expect(take.layers.isEmpty && depth > 10)
    while take.history.edits.undoSteps.count < before.history.edits.undoSteps.count { take.redo() }
    #expect(take.layers == before.layers)
  }

  @Test func soloSilencesOtherLayersAndOverridesMute() {
    var take = Sample.take()
    #expect(take.layers.allSatisfy(take.sounds))
    take.change(2) { $0.isSolo = true }
    #expect(take.layers.map(take.sounds) == [false, true])
    take.change(2) { $0.isMuted = true }
    #expect(take.layers.map(take.sounds) == [false, true])
    take.change(2) { $0.isSolo = false }
    #expect(take.layers.map(take.sounds) == [true, false])
  }
}
