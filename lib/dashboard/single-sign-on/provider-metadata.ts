import "server-only";

export { type ProviderMetadata, readProviderMetadata } from "@/lib/xml/metadata/provider-metadata";

// For the pages, which know no room but this half's own.
export { UnreadableMetadata } from "@/lib/xml/unreadable-xml";
