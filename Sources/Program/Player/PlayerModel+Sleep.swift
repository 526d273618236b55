import SystemBase

/// The time at which the sleep timer pauses the music.
struct SleepTimer: Hashable, Sendable {
  /// Seconds in which the sound fades out before the pause.
  static let fade = 20.0

  let end: HostTime
  var isFading = false

  var nextStep: HostTime { isFading ? end : end.advanced(bySeconds: -SleepTimer.fade) }
}

/// The sleep timer: fades the sound out and pauses the music after a number of minutes.
extension PlayerModel {
  nonisolated package static let sleepMinutes = 0...1440

  /// Starts the sleep timer. 0 minutes from now to the pause end it.
  package func sleep(afterMinutes minutes: Int) {
    if sleepTimer?.isFading == true { sendLevels() }
    sleepTimer = minutes > 0 ? SleepTimer(end: now().advanced(bySeconds: Double(minutes) * 60)) : nil
  }

  /// The whole minutes to the pause, rounded up; nil if the timer is off.
  package var sleepMinutesLeft: Int? {
    sleepTimer.map { max(0, Int(($0.end.seconds(since: now()) / 60).rounded(.up))) }
  }

  /// The time at which `followSleep` is to be called; nil if the timer is off.
  package var nextSleepStep: HostTime? { sleepTimer?.nextStep }

  /// Starts the fade or pauses the music, if it is time.
  package func followSleep() {
    guard let timer = sleepTimer, now() >= timer.nextStep else { return }
    guard timer.isFading else {
      sleepTimer?.isFading = true
      if phase.isPlaying { levels.mixer.fadeOut(.master, seconds: max(timer.end.seconds(since: now()), 0)) }
      return
    }
    sleepTimer = nil
    pause()
    sendLevels()
  }
}
