import "server-only";

// For the pages, which may import `lib/dashboard` and not `lib/xml`.
export { UnreadableMetadata } from "@/lib/xml/errors";
export { requireCertificate } from "@/lib/xml/metadata/metadata-certificates";
export { type ProviderMetadata, readProviderMetadata } from "@/lib/xml/metadata/provider-metadata";
