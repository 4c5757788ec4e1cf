import type { SigningMaterial } from "@/lib/xml/sign";
import type { IdentityService } from "../context/identity-service";
import { sampleProviderKey } from "./signing-key";

/** What all that the sample provider sends is signed with. */
export async function sampleMaterial(service: IdentityService): Promise<SigningMaterial> {
	return { ...(await sampleProviderKey(service)), signatureAlgorithm: "rsa-sha256", digestAlgorithm: "sha256" };
}
