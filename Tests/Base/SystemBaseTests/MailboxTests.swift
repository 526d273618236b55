import SystemBase
import Testing

@Suite struct MailboxTests {
  @Test func messagesOfAnotherThreadArriveInOrder() {
    let mailbox = Mailbox<Int>()
    let sender = WorkerThread(name: "sender") { for number in 0..<1_000 { mailbox.post(number) } }
    var received: [Int] = []
    while received.count < 1_000 { received += mailbox.receive() }
    sender.join()
    #expect(received == Array(0..<1_000))
  }

  @Test func waitForMessagesEndsAtTheTimeLimit() {
    let mailbox = Mailbox<Int>()
    #expect(mailbox.receive(milliseconds: 1) == [])
    mailbox.post(1)
    #expect(mailbox.receive(milliseconds: 1) == [1])
  }
}
