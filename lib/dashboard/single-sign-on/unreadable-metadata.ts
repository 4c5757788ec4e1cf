// For the pages, which know no room but this half's own.
export { UnreadableMetadata } from "@/lib/xml/metadata/unreadable-metadata";
