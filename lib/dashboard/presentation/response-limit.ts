/** For the browser, which checks the size of a response before it sends it. */
export { RESPONSE_BYTES_MAX } from "@/lib/mdoc/limits";
