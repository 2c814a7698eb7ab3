/** A Java program whose work is done by a library of its own (host_jni.c). */
public class Host {
  static native int work(int seed);

  static native int use(int seed);

  public static void main(String[] arguments) throws Exception {
    System.load(arguments[0]);
    System.out.printf("%08x%n", work(1));
    int[] sums = new int[4];
    Thread[] threads = new Thread[sums.length];
    for (int i = 0; i < sums.length; i++) {
      final int mine = i;
      threads[i] = new Thread(() -> sums[mine] = use(mine));
      threads[i].start();
    }
    for (int i = 0; i < sums.length; i++) {
      threads[i].join();
      System.out.printf("%08x%n", sums[i]);
    }
    try {
      System.out.println(((Object) null).toString()); // the runtime makes it of a SIGSEGV
    } catch (NullPointerException expected) {
      System.out.println("caught");
    }
    System.exit(12);
  }
}
