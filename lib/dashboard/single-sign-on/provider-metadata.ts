import "server-only";

export { type ProviderMetadata, readProviderMetadata } from "@/lib/xml/metadata/provider-metadata";
