import Testing

@testable import RainDSP

@Suite("Letters to the audio thread")
struct MailboxTests {
  private func taken<Message>(back mailbox: Mailbox<Message>) -> [Message] {
    var messages: [Message] = []
    mailbox.takeBack { messages.append($0) }
    return messages
  }

  @Test("one waits at most, and those that were read come back in order")
  func order() {
    let mailbox = Mailbox<Int>()
    defer { mailbox.free() }
    func take() -> Int? {
      guard let letter = unsafe mailbox.take() else { return nil }
      defer { unsafe mailbox.giveBack(letter) }
      return unsafe letter.pointee.message
    }
    #expect(take() == nil)
    for message in 1...3 { mailbox.put(message) }
    #expect(take() == 3 && take() == nil)
    mailbox.put(4)
    #expect(take() == 4)
    #expect(taken(back: mailbox) == [3, 4] && taken(back: mailbox) == [])
  }

  @Test("three letters are enough, however many are put, taken and given back")
  func spare() {
    let mailbox = Mailbox<Int>()
    defer { mailbox.free() }
    var known: Set<Int> = []
    func send(_ message: Int) {
      mailbox.takeBack()
      mailbox.put(message)
    }
    // Takes a letter; a message may come while it is read.
    func read(meanwhile next: Int? = nil) -> Int? {
      guard let letter = unsafe mailbox.take() else { return nil }
      defer { unsafe mailbox.giveBack(letter) }
      known.insert(Int(bitPattern: letter))
      if let next { send(next) }
      return unsafe letter.pointee.message
    }
    for message in 1...1000 {
      send(message)
      if message % 3 == 0 { continue }
      if message % 5 == 0 {
        #expect(read(meanwhile: -message) == message)
        #expect(read() == -message)
      } else {
        #expect(read() == message)
      }
    }
    #expect(known.count <= 3)
  }

  @Test("one that comes while another is read is taken after it, and none is kept")
  func meanwhile() throws {
    final class Message {}
    weak var first: Message?
    weak var second: Message?
    let mailbox = Mailbox<Message>()
    do {
      let messages = (Message(), Message())
      (first, second) = messages
      mailbox.put(messages.0)
      guard let letter = unsafe mailbox.take() else { throw CancellationError() }
      mailbox.put(messages.1)
      mailbox.takeBack()
      guard let next = unsafe mailbox.take() else { throw CancellationError() }
      unsafe mailbox.giveBack(letter)
      let message = unsafe next.pointee.message
      #expect(message === messages.1)
      unsafe mailbox.giveBack(next)
      #expect(taken(back: mailbox).count == 2)
      mailbox.put(messages.0)
    }
    #expect(first != nil && second == nil)
    mailbox.free()
    #expect(first == nil)
  }

  @Test("the last letter arrives, however two threads meet")
  func threads() async {
    let mailbox = Mailbox<Int>()
    let last = 100_000
    let reader = Task.detached {
      var (read, message) = ([Int](), 0)
      while message < last {
        guard let letter = unsafe mailbox.take() else { continue }
        message = unsafe letter.pointee.message ?? 0
        read.append(message)
        unsafe mailbox.giveBack(letter)
      }
      return read
    }
    var back: [Int] = []
    for message in 1...last {
      mailbox.put(message)
      back += taken(back: mailbox)
    }
    let read = await reader.value
    back += taken(back: mailbox)
    #expect(back == read && back == back.sorted() && back.last == last)
    mailbox.free()
  }
}
