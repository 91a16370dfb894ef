// How many libuv threads the engine needs: every statement holds one while it runs, files and compression want some too.
export const THREADS = 24;
