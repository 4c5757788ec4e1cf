import "server-only";

export { SAMPLE_LICENCES } from "@/lib/mdoc/sample/sample-licences";
