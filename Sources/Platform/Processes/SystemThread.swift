/// A thread of the system, which runs a body and ends. Signals go to the main thread.
package enum SystemThread {
  /// Returns whether the system lets one more thread start.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let reference = unsafe Unmanaged.passRetained(ThreadBody(run: body))
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    if unsafe pthread_create(&thread, nil, runBody, reference.toOpaque()) == 0 { return true }
    unsafe reference.release()
    return false
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private let runBody: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  argument in
  // Nobody waits for it. A thread is a pointer in Darwin, and a number elsewhere.
  #if canImport(Darwin)
  unsafe pthread_detach(pthread_self())
  #else
  pthread_detach(pthread_self())
  #endif
  if let argument = unsafe argument {
    unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
  }
  return nil
}
