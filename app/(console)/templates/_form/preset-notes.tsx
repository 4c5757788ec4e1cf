import { ALL_PRESETS_ID, presets } from "./presets";

/** All presets with their purpose and basis. Rendered only on the server, since none of it changes. */
export function PresetNotes() {
	return (
		<details id={ALL_PRESETS_ID} data-menu="">
			<summary>All presets</summary>
			<dl className="floating grid gap-3 p-3">
				{presets.map(({ id, title }) => (
					<div key={id} className="grid grid-cols-[1fr_auto] gap-x-3">
						<dt className="font-medium">{title}</dt>
						<dd id={`preset-${id}`} className="col-start-1">
							{presetPurposes[id]?.purpose}
						</dd>
						<dd className="col-start-1 text-xs text-muted">{presetPurposes[id]?.basis}</dd>
						<dd className="col-start-2 row-start-1 row-end-4">
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

/** The purpose of a preset in a line, and the basis of its selection, by the preset's id. */
export const presetPurposes: Readonly<Record<string, { purpose: string; basis: string }>> = {
	"over-18": {
		purpose: "Yes or no to an age limit, and nothing else about the person.",
		basis: "OpenID4VP 1.0 recommends an age statement over a date of birth; Multipaz's reader has the same request.",
	},
	"over-21": {
		purpose: "The same for the age of 21.",
		basis: "As “Over 18”; the usual check for alcohol in the United States.",
	},
	"over-21-photo": {
		purpose: "For a counter or a door, where somebody compares the face.",
		basis: "Multipaz's reader request “age over 21 and portrait”.",
	},
	age: {
		purpose: "For age bands, where one limit is not enough.",
		basis: "The least telling of the specification's own age attributes; not every licence holds it.",
	},
	name: {
		purpose: "Compares a name with a booking or an account.",
		basis: "The two names that ISO/IEC 18013-5 makes every issuer fill in.",
	},
	identity: {
		purpose: "Who the person is, with a photo to compare and the licence's validity.",
		basis: "Multipaz's transport request, without the elements that only US licences carry.",
	},
	"lives-in-state": {
		purpose: "Residency alone: no street, no city.",
		basis: "The smallest part of the address that answers the question.",
	},
	address: {
		purpose: "Name and full postal address.",
		basis: "The “name and address” requests of Multipaz and of Google Wallet's guide for verifiers.",
	},
	driving: {
		purpose: "For renting out a vehicle: who may drive what, and until when.",
		basis: "The driving privileges request of the California DMV's reader; rental contracts record the licence number.",
	},
	"bank-us": {
		purpose: "What a US bank records when it opens an account, but for the tax number.",
		basis: "The US Customer Identification Program (31 CFR 1020.220): name, date of birth, address, and the document.",
	},
	mandatory: {
		purpose: "Everything that every licence holds. For tests, hardly ever for people.",
		basis: "The elements that ISO/IEC 18013-5, table 5, makes mandatory for issuers.",
	},
};
