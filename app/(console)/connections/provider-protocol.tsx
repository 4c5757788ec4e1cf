import { IconWord } from "@/components/ui/icon";

/** The protocol of every identity provider that the console shows. */
export function ProviderProtocol() {
	return <IconWord name="shield">SAML 2.0</IconWord>;
}
