export type Addons = {
	addons?: { samlp?: Record<string, unknown>; wsfed?: Record<string, unknown> };
	callbacks: string[];
};

export const named = (what: string) => `${what} ${Date.now()}`;
export const CALLBACK = "https://sp.example/acs";

/** A service provider's metadata. */
export const METADATA = `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:other">
  <SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://other.example/acs"/>
  </SPSSODescriptor>
</EntityDescriptor>`;
