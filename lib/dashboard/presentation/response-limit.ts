/** For the browser, which is told before it sends what would be refused. */
export { RESPONSE_BYTES_MAX } from "@/lib/mdoc/limits";
