#include "remote/server.h"

#include <cstdio>
#include <new>

#include "common/thread.h"

namespace heddle::remote {

namespace {

constexpr size_t kMostHandles = 1 << 22;  // of some hundred bytes each: programs forget events
constexpr size_t kMostAllocations = 1 << 20, kMostWords = 1 << 18;
constexpr size_t kMostBegun = 4096;  // calls that were not sent: a thread has one
constexpr int kMostThreads = 4096;
// For one call, a program's image or what is in a buffer; and for those of all threads.
constexpr uint64_t kMostAppended = uint64_t(1) << 30, kMostAppendedInAll = 4 * kMostAppended;
constexpr size_t kServingRoom = 8 * 1024 * 1024;  // compilers run in it

}  // namespace

void Server::end(const char *why) {
  if (*why) fprintf(stderr, "heddle: the connection ends: %s\n", why);
  _exit(*why ? 1 : 0);  // the vendor's driver frees all that the client had
}

void Server::serve(int socket, LinkPage *page, SlotPage *slots) {
  page_ = page;
  slots_ = slots;
  socket_ = socket;
  commands_.open(&page->commands, &lost_, spin_ns(kCommandSpinNs));
  urgent_.open(&page->urgent, &lost_);
  back_.open(&page->back, &lost_);
  late_ = kServed.ok;
  begin_thread([](void *self) -> void * {
    static_cast<Server *>(self)->listen_to_urgent();
    return nullptr;
  });
  threads_++;
  begin_thread([](void *self) -> void * {
    static_cast<Server *>(self)->lead();
    return nullptr;
  });
  wait_for_end(socket);
  end("");
  abort();
}

void Server::begin_thread(void *(*body)(void *)) {
  pthread_t thread;
  if (os::create_thread(&thread, kServingRoom, body, this) != 0) end("no more threads");
  pthread_detach(thread);
}

// Threads take turns at the commands. Who has one that waits for the device leaves the lead to
// another, so nothing is handed over on the way of a call that somebody waits for.
void Server::lead() {
  os::become_prompt("heddle-serve");
  Message message;
  int32_t device = 0;
  std::unique_lock lead(leading_, std::defer_lock);
  for (;;) {
    take_turn(lead, &message);
    const Head &head = message.head;
    if (head.what == kMirror) {
      await_mirrors(message.fields().number());
      continue;
    }
    if (head.what == kAppend) {
      append(head.lane, message.fields());
      continue;
    }
    if (head.what >= kServed.count || !kServed.functions[head.what]) end("no such function");
    if (head.number != device && !kServed.use_device(*this, device = head.number))
      end("no such device");
    Request request(*this, message, lead);
    kServed.functions[head.what](request);
  }
}

// Until there is a message for this thread, and it has the lead.
void Server::take_turn(std::unique_lock<std::mutex> &lead, Message *message) {
  const auto is_mine = [&](const Message &of) {
    if (kept_.empty()) return true;
    const auto keeper = kept_.find(of.head.lane);
    if (keeper != kept_.end()) return pthread_equal(keeper->second, pthread_self()) != 0;
    for (const auto &[lane, thread] : kept_)
      if (pthread_equal(thread, pthread_self())) return false;
    return true;
  };
  for (;;) {
    if (!lead.owns_lock()) {
      followers_++;
      lead.lock();
      followers_--;
    }
    if (is_handed_) {
      followers_++;
      handed_over_.wait(lead, [&] { return !is_handed_ || is_mine(handed_); });
      followers_--;
    }
    if (followers_ <= int(kept_.size()) && threads_ < kMostThreads) {
      threads_++;
      followers_++;  // until it is there
      begin_thread([](void *self) -> void * {
        static_cast<Server *>(self)->followers_--;
        static_cast<Server *>(self)->lead();
        return nullptr;
      });
    }
    if (is_handed_) {
      message->swap(handed_);
      is_handed_ = false;
      handed_over_.notify_all();
      return;
    }
    if (!message->receive_head(commands_)) end("its messages cannot be read");
    if (message->head.what == kStage) {
      stage(message->head);
      continue;
    }
    if (!message->receive_rest(commands_)) end("its messages cannot be read");
    if (is_mine(*message)) return;
    handed_.swap(*message);
    is_handed_ = true;
    handed_over_.notify_all();
    lead.unlock();
  }
}

void Server::keep_to(uint32_t lane) { kept_[lane] = pthread_self(); }
void Server::keep_to_none(uint32_t lane) { kept_.erase(lane); }

void Server::append(uint32_t lane, Reader fields) {
  size_t count;
  const unsigned char *bytes = fields.bytes(&count);
  appended_bytes_ += count;
  std::vector<unsigned char> &place = appended_[lane];
  if (!fields.is_done() || place.size() + count > kMostAppended) end("too much for one call");
  if (appended_bytes_ > kMostAppendedInAll || appended_.size() > kMostBegun)
    end("too many calls were begun");
  place.insert(place.end(), bytes, bytes + count);
}

std::vector<unsigned char> Server::take_appended(uint32_t lane) {
  std::vector<unsigned char> taken = std::move(appended_[lane]);
  appended_.erase(lane);
  appended_bytes_ -= taken.size();
  return taken;
}

bool Server::answer(uint32_t lane, int32_t result, Writer &fields) {
  tell_mirrors();  // what the client reads when it has the answer
  Writer writer;
  writer.begin(kAnswer, lane, result);
  writer.number(uint64_t(uint32_t(late_.exchange(kServed.ok))));
  const auto *all = static_cast<const unsigned char *>(fields.finish());
  writer.bytes(all + sizeof(Head), fields.size() - sizeof(Head));
  post(writer);
  return true;
}

void Server::set_late(int32_t result) {
  int32_t none = kServed.ok;
  late_.compare_exchange_strong(none, result);  // the first is the one to tell
}

void Server::post(Writer &writer, const void *bytes, size_t count) {
  std::lock_guard lock(posting_);
  const void *message = writer.finish(count);
  if (!back_.write({{message, writer.size()}, {bytes, count}, {kPadding, padded(count) - count}}))
    end("it takes no answers");
}

// -- handles and memory ---------------------------------------------------------------------------

void *Server::find(uint64_t handle, uint8_t kind, bool *right) const {
  if (!handle) return nullptr;
  const auto found = handles_.find(handle);
  if (found != handles_.end() &&
      (found->second.kind == kind || found->second.kind == kServed.also(kind)))
    return found->second.real;
  *right = false;
  return nullptr;
}

void Server::bind(uint64_t handle, uint8_t kind, void *real, uint64_t parent) {
  if (handles_.size() >= kMostHandles) end("too many handles");
  const auto [made, fresh] = handles_.try_emplace(handle);
  if (!fresh) end("a handle that was made before");
  made->second.kind = kind, made->second.real = real;
  if (const auto above = handles_.find(parent); parent && above != handles_.end())
    above->second.children.insert(handle), made->second.parent = parent;
  // It may have a number already: what ends under one name is there under no other.
  uint64_t &number = numbers_[{kind, real}];
  if (const auto other = handles_.find(number); number && other != handles_.end())
    other->second.children.insert(handle), made->second.children.insert(number);
  number = handle;
}

void Server::unbind(uint64_t handle) {
  std::vector<uint64_t> going{handle};
  while (!going.empty()) {
    const auto found = handles_.find(going.back());
    going.pop_back();
    if (found == handles_.end()) continue;
    const Handle &is = found->second;
    const auto number = numbers_.find({is.kind, is.real});
    if (number != numbers_.end() && number->second == found->first) numbers_.erase(number);
    if (const auto above = handles_.find(is.parent); is.parent && above != handles_.end())
      above->second.children.erase(found->first);
    for (const uint64_t address : is.memory) remove_allocation(address);
    going.insert(going.end(), is.children.begin(), is.children.end());
    handles_.erase(found);
  }
}

void Server::end_with(uint64_t handle, uint64_t parent) {
  const auto above = handles_.find(parent);
  if (handle && above != handles_.end()) above->second.children.insert(handle);
}

void Server::unbind_children(uint64_t handle) {
  const auto found = handles_.find(handle);
  if (found == handles_.end()) return;
  const std::vector<uint64_t> all(found->second.children.begin(), found->second.children.end());
  for (const uint64_t child : all) unbind(child);
}

std::shared_ptr<const void> *Server::kept_with(uint64_t handle) {
  const auto found = handles_.find(handle);
  return found == handles_.end() ? nullptr : &found->second.kept;
}

uint64_t Server::number_of(uint8_t kind, void *real, uint64_t fresh, uint64_t parent) {
  const auto known = numbers_.find({kind, real});
  if (known != numbers_.end()) return known->second;
  bind(fresh, kind, real, parent);
  return fresh;
}

Allocation *Server::allocated(uint64_t address, uint64_t bytes) {
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin()) return nullptr;
  auto &[start, is] = *std::prev(after);
  const uint64_t offset = address - start;
  return offset < is.bytes && bytes <= is.bytes - offset && is.is_attached ? &is : nullptr;
}

Allocation *Server::find_allocation(uint64_t address) {
  const auto found = allocations_.find(address);
  return found == allocations_.end() ? nullptr : &found->second;
}

void Server::add_allocation(uint64_t address, uint64_t bytes, int32_t device) {
  if (allocations_.size() >= kMostAllocations) end("too many allocations");
  allocations_[address] = {bytes, device};
}

void Server::add_allocation_of(uint64_t handle, uint64_t address, uint64_t bytes, int32_t device) {
  const auto found = handles_.find(handle);
  if (found == handles_.end() || find_allocation(address)) return;
  found->second.memory.push_back(address);
  add_allocation(address, bytes, device);
}

uint64_t *Server::set_word(uint64_t address, uint64_t value, uint64_t order) {
  std::lock_guard lock(words_mutex_);
  auto &place = words_[address];
  if (words_.size() > kMostWords) end("too many words");
  if (!place) place = std::make_unique<Word>();
  if (order > place->order) {
    place->order = order;
    __atomic_store_n(&place->value, value, __ATOMIC_RELEASE);
  }
  return &place->value;
}

// -- what streams need of the client --------------------------------------------------------------

// The message says what for; it ends with the number of this wait.
void Server::wait_for_client(Writer &writer, void *into, size_t size) {
  std::unique_lock lock(waiting_);
  const uint64_t id = next_wait_++;
  Wait &wait = waits_[id];
  wait.into = static_cast<unsigned char *>(into), wait.size = size;
  lock.unlock();
  writer.number(id);
  post(writer);
  lock.lock();
  answered_.wait(lock, [&] { return wait.done; });
  waits_.erase(id);
}

void Server::call(uint64_t token, int32_t status) {
  tell_mirrors();
  Writer writer;
  writer.begin(kCall, 0, status);
  writer.number(token);
  wait_for_client(writer, nullptr, 0);
}

void Server::fetch(uint64_t token, void *into, size_t size) {
  Writer writer;
  writer.begin(kFetch, 0, 0);
  writer.number(token);
  wait_for_client(writer, into, size);
}

// -- memory that both have ------------------------------------------------------------------------

void Server::tell_mirrors() {
  if (!mirrors_.any()) return;
  Writer writer;
  mirrors_.tell(writer, [&] { post(writer); });
}

void Server::await_mirrors(uint64_t count) {
  std::unique_lock lock(waiting_);
  answered_.wait(lock, [&] { return mirrored_ >= count; });
}

// A program may look at its memory without a call.
void Server::look_at_mirrors() {
  look_while([this] { return tell_mirrors(), true; });
}

bool Server::mirror(uint64_t address, uint64_t bytes) {
  if (!mirrors_.add(address, bytes)) return false;
  if (!looks_at_mirrors_)
    begin_thread([](void *self) -> void * {
      static_cast<Server *>(self)->look_at_mirrors();
      return nullptr;
    });
  return looks_at_mirrors_ = true;
}

void Server::share(int file, uint64_t address) {
  if (!send_file(socket_, file, address)) end("it takes no memory");
}

void Server::write_word(uint64_t address, uint64_t value) {
  Writer writer;
  writer.begin(kWrite, 0, 0);
  writer.number(address);
  writer.number(value);
  post(writer);
}

void Server::release_word(uint64_t address) {
  Writer writer;
  writer.begin(kReleased, 0, 0);
  writer.number(address);
  post(writer);
}

void Server::listen_to_urgent() {
  os::become_prompt("heddle-urgent");
  Message message;
  for (;;) {
    if (!message.receive_head(urgent_)) end("its urgent messages cannot be read");
    if (message.head.what == kFetched) {
      take_fetched(message.head);
      continue;
    }
    if (!message.receive_rest(urgent_)) end("its urgent messages cannot be read");
    Reader fields = message.fields();
    if (message.head.what == kMirror) {
      if (!mirrors_.apply(fields)) end("a change of nothing of its own");
      std::lock_guard lock(waiting_);
      mirrored_++;
      answered_.notify_all();
      continue;
    }
    const uint64_t first = fields.number();
    if (message.head.what == kWord) {
      const uint64_t value = fields.number(), order = fields.number();
      if (!fields.is_done()) end("a word that is none");
      set_word(first, value, order);
      continue;
    }
    std::lock_guard lock(waiting_);
    const auto found = waits_.find(first);
    if (!fields.is_right() || found == waits_.end()) end("an answer that nobody waits for");
    Wait &wait = found->second;
    if (message.head.what != kCalled || wait.into) end("an answer of another kind");
    wait.done = true;
    answered_.notify_all();
  }
}

// -- one call -------------------------------------------------------------------------------------

const char *Request::text() {
  const bool is_given = value<uint64_t>() != 0;
  size_t count;
  const unsigned char *bytes = fields_.bytes(&count);
  text_.assign(bytes, bytes + count);
  text_.push_back(0);
  return is_given ? text_.data() : nullptr;
}

bool Request::is_good() {
  if (!fields_.is_done()) Server::end("a call with other fields");
  fields.begin(kAnswer, 0, 0);
  if (result_ == kServed.ok) return true;
  finish(result_);
  return false;
}

void Request::finish(int32_t result) {
  if (head_.asks)
    server.answer(head_.lane, result, fields);
  else if (result != kServed.ok)
    server.set_late(result);
}

}  // namespace heddle::remote
