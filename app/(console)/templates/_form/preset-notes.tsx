import { presetStatements } from "@/lib/dashboard/templates/preset-statements";
import { presets } from "@/lib/dashboard/templates/presets";
import { ALL_PRESETS_ID } from "./presets";

/** All presets with their purpose and basis. Rendered only on the server, since none of it changes. */
export function PresetNotes() {
	return (
		<details id={ALL_PRESETS_ID} data-menu="">
			<summary>All presets</summary>
			<dl className="floating">
				{presets.map(({ id, title }) => (
					<div key={id}>
						<dt>{title}</dt>
						<dd id={`preset-${id}`}>{presetStatements[id]?.purpose}</dd>
						<dd>{presetBases[id]}</dd>
						<dd>
							<button type="submit" name="intent" value={`preset ${id}`} data-stays="" className="chip">
								Use<span className="sr-only">{` ${title}`}</span>
							</button>
						</dd>
					</div>
				))}
			</dl>
		</details>
	);
}

/** The basis of a preset's selection, by its id. */
export const presetBases: Readonly<Record<string, string>> = {
	"over-18": "OpenID4VP 1.0 recommends an age statement over a date of birth; Multipaz's reader has the same request.",
	"over-21": "As “Over 18”; the usual check for alcohol in the United States.",
	"over-21-photo": "For where somebody compares the face. Multipaz's reader request “age over 21 and portrait”.",
	age: "For where one limit is not enough: the least telling of the specification's own age attributes. Not every licence holds it.",
	name: "The two names that ISO/IEC 18013-5 makes every issuer fill in.",
	identity: "Multipaz's transport request, without the elements that only US licences carry.",
	"lives-in-state": "The smallest part of the address that answers the question: no street, no city.",
	address: "The “name and address” requests of Multipaz and of Google Wallet's guide for verifiers.",
	driving: "The driving privileges request of the California DMV's reader; rental contracts record the licence number.",
	"bank-us":
		"The US Customer Identification Program (31 CFR 1020.220): name, date of birth, address, and the document.",
	mandatory:
		"For tests, hardly ever for people. The elements that ISO/IEC 18013-5, table 5, makes mandatory for issuers.",
};
