import "server-only";

// For the pages, which may import `lib/dashboard` and not `lib/xml`.
export { UnreadableMetadata } from "@/lib/xml/errors";
export { type ProviderMetadata, readProviderMetadata } from "@/lib/xml/metadata/provider-metadata";
