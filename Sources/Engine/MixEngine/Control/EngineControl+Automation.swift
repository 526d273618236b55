/// Values of the mixer that change while a take plays. Any thread.
extension EngineControl {
  /// Replaces the courses of values that are planned for tracks.
  ///
  /// A value acts at the first output frame at or after its own whose distance from the beginning of the track is a multiple of
  /// 32; that of a track of another rate may act half an output frame before its own. There each target also gets the value of the place after this call. When music begins, goes on after a pause, or
  /// jumps to another place or track, the values of the place act at once. Music that stands, paused or loaded, has the
  /// values of its place: a seek sets them at once. What is set by hand while it stands holds until it goes on. Before its
  /// first frame, a course does not act. Courses end where they are when another list lacks them.
  package func setLanes(_ list: [(stream: StreamID, courses: [AutomationCourse])]) {
    let owner = CourseSetOwner(list)
    send(keeping: owner) { .setLanes(owner.set, $0) }
  }

  /// Sets a target at the first output frame from the next block on at which values of the track act that is heard; without
  /// one, at the first one that is a multiple of 32.
  /// `EngineEvent.automation` reports the frame at which it is heard.
  ///
  /// The memory of the target has to belong to a unit of the plan that was sent last.
  ///
  /// - Parameters:
  ///   - bits: those of the value as the target has it.
  ///   - address: the number that the report has; with nil, there is no report.
  ///   - value: the value that the report has, in the unit of the parameter.
  /// - Returns: false if the command was lost, which is counted; the target then keeps its value.
  @discardableResult
  package func set(_ target: AutomationTarget, to bits: UInt64, address: Int?, value: Double) -> Bool {
    send(.setTarget(target, bits: bits, address: address, value: value))
  }

  /// Has a change of a value that is made elsewhere, such as a level of a part of the song, reported by
  /// `EngineEvent.automation` at the frame that is heard with the next block.
  ///
  /// - Parameters:
  ///   - address: the number that the report has.
  ///   - value: the value that the report has, in the unit of its parameter.
  ///   - trackFrame: the frame of the track from which on the change is heard; nil: the one at the reported output frame.
  package func report(_ value: Double, ofAddress address: Int, atTrackFrame trackFrame: Int?) {
    send(.reportChange(address: address, value: value, trackFrame: trackFrame))
  }

  /// Replaces the targets that hands hold. Their courses do not act until another call lacks them, which gives them the
  /// value of the place.
  package func setOverridden(_ targets: [AutomationTarget]) {
    let owner = HeldTargetsOwner(targets)
    send(keeping: owner) { .setOverridden(owner.held, $0) }
  }
}
