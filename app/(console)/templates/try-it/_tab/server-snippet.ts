import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "@/lib/contract/template/mdl-elements";

/**
 * A file for the server of the admin's own application (Node.js): it requests the same elements by the same two protocols as
 * the console, and turns a response into a verifier's inputs.
 */
export function serverSnippet(names: readonly string[], isRetained: boolean): string {
	const requested = names.map((name) => `  [${JSON.stringify(name)}, ${isRetained}],`).join("\n");
	return `// ask-licence.mjs: for your server, Node.js 20 or newer, with: npm install @hpke/core @owf/mdoc
import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { cborDecode, cborEncode, DataItem } from "@owf/mdoc";

const DOCUMENT_TYPE = ${JSON.stringify(MDL_DOCUMENT_TYPE)};
const NAMESPACE = ${JSON.stringify(MDL_NAMESPACE)};
// What the template asks for, and whether you will store the answer.
const ASKED = [
${requested}
];

// The signatures that your verifier knows: ECDSA with P-256, P-384 and P-521, and Ed25519.
const ALGORITHMS = [-7, -9, -35, -51, -36, -52, -8, -19];

// For every press of the button. \`requests\` goes to the browser. \`kept\` stays in the visitor's
// session on your server: for one answer, for ten minutes. \`origin\` is your own, such as
// "https://shop.example": from your settings, never from a header of the request.
export function beginRequest(origin) {
  const nonce = randomBytes(32);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ format: "jwk" });
  const coseKey = new Map([[1, 2], [-1, 1], [-2, fromBase64(key.x)], [-3, fromBase64(key.y)]]);
  const encryptionInfo = toBase64(cbor(["dcapi", new Map([["nonce", nonce], ["recipientPublicKey", coseKey]])]));
  const items = new Map([["docType", DOCUMENT_TYPE], ["nameSpaces", new Map([[NAMESPACE, new Map(ASKED)]])]]);
  const deviceRequest = toBase64(cbor(new Map([
    ["version", "1.0"],
    ["docRequests", [new Map([["itemsRequest", DataItem.fromData(items)]])]],
  ])));
  const openid4vp = {
    response_type: "vp_token",
    response_mode: "dc_api",
    nonce: toBase64(nonce),
    dcql_query: { credentials: [{
      id: "mdl",
      format: "mso_mdoc",
      meta: { doctype_value: DOCUMENT_TYPE },
      claims: ASKED.map(([name, stored]) => ({ path: [NAMESPACE, name], intent_to_retain: stored })),
    }] },
    client_metadata: { vp_formats_supported: { mso_mdoc: {
      issuerauth_alg_values: ALGORITHMS, deviceauth_alg_values: ALGORITHMS,
    } } },
  };
  return {
    requests: [
      { protocol: "org-iso-mdoc", data: { deviceRequest, encryptionInfo } },
      { protocol: "openid4vp-v1-unsigned", data: openid4vp },
    ],
    kept: { origin, nonce: toBase64(nonce), key, encryptionInfo, until: Date.now() + 600_000 },
  };
}

// For the one answer. Take \`kept\` out of the session first, so that no answer is used twice.
// Gives the two inputs of a verifier of ISO 18013-5, or throws.
export async function readAnswer({ protocol, data }, kept) {
  if (!kept || Date.now() > kept.until) throw new Error("Nothing was asked, or too long ago.");
  if (data?.error) throw new Error("The wallet answered with an error.");
  if (protocol === "openid4vp-v1-unsigned") {
    const handover = cbor([kept.origin, kept.nonce, null]);
    const sessionTranscript = cbor([null, null, ["OpenID4VPDCAPIHandover", sha256(handover)]]);
    return { deviceResponse: fromBase64(data.vp_token.mdl[0]), sessionTranscript };
  }
  if (protocol !== "org-iso-mdoc") throw new Error("Another protocol than asked for.");
  const handover = cbor([kept.encryptionInfo, kept.origin]);
  const sessionTranscript = cbor([null, null, ["dcapi", sha256(handover)]]);
  const [, sealed] = cborDecode(fromBase64(data.response));
  const recipient = await suite.createRecipientContext({
    recipientKey: await suite.kem.importKey("jwk", kept.key, false),
    enc: sealed.get("enc"),
    info: sessionTranscript,
  });
  return { deviceResponse: Buffer.from(await recipient.open(sealed.get("cipherText"))), sessionTranscript };
}

// Then check: hand both to a verifier, such as the one in @owf/mdoc, with the roots of the
// issuers that you trust. It has to check the digests of the elements, the issuer's signature and
// certificates, the dates, and the signature of the phone over \`sessionTranscript\`. To see what is
// wrong with an answer, paste it into the console under "Check a response", with \`kept\`.

const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const toBase64 = (bytes) => bytes.toString("base64url");
const fromBase64 = (text) => Buffer.from(text, "base64url");
const cbor = (value) => Buffer.from(cborEncode(value));
// As ISO/IEC 18013-7 says for the protocol "org-iso-mdoc".
const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });
`;
}
