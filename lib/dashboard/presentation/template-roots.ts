import "server-only";
import type { TrustedRoot } from "@/lib/mdoc/verification/verification";
import { rootsOf } from "./trusted-roots";

/**
 * The roots that a template brings itself; they add to the trust list. It is not in the specification whether they do.
 * @throws MdocFault where its text holds no certificate, or one that can't be read
 */
export function templateRoots(certificateAuthority: string): TrustedRoot[] {
	return rootsOf(certificateAuthority, "Custom certificate authority of the template");
}
