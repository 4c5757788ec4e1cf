import { expect, test } from "../fixtures";

// The pages of templates and tokens for screen readers: landmarks, headings, names and order. What differs from run to run
// is left out.

test("the list of templates is a table with sortable heads, their form is groups of checkboxes with tabs beside it; a user's tokens are a table with described rows, and a token's page begins with its metadata", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await test.step("the list of templates is a table with sortable heads", async () => {
		await page.goto("/templates?q=car+rental");
		await expect(page.getByRole("main")).toMatchAriaSnapshot(`
			- main:
			  - heading "Templates" [level=1]
			  - link "New template"
			  - list "View":
			    - listitem:
			      - link "List"
			    - listitem:
			      - link "Matrix"
			  - search:
			    - searchbox "Search templates": car rental
			    - button "Search"
			  - status
			  - region "Templates":
			    - table:
			      - rowgroup:
			        - row:
			          - 'columnheader "Select all: shown templates"':
			            - 'checkbox "Select all: shown templates"'
			          - columnheader "Name":
			            - link "Name":
			              - /url: /templates?q=car+rental&sort=name
			          - columnheader "Asks for":
			            - link "Asks for"
			          - columnheader "Updated":
			            - link "Updated"
			      - rowgroup:
			        - row:
			          - cell "Select Car rental check-in":
			            - checkbox "Select Car rental check-in"
			          - rowheader "Car rental check-in":
			            - link "Car rental check-in"
			          - cell /attributes|, /
			          - cell:
			            - time
		`);
	});
	await test.step("the form of a template is groups of checkboxes, with tabs beside it and the save bar last", async () => {
		await page.goto("/templates/new");
		await expect(page.getByRole("main")).toMatchAriaSnapshot(`
			- main:
			  - heading "New template" [level=1]
			  - textbox "Name"
			  - link "Skip to save"
			  - heading "Presets" [level=2]
			  - list:
			    - listitem:
			      - button "Over 18"
			    - listitem:
			      - button "Over 21"
			  - group: All presets
			  - region "Attributes to request":
			    - heading "Attributes to request" [level=2]
			    - searchbox "Filter attributes"
			    - checkbox "Select all attributes"
			    - navigation "Groups of attributes":
			      - list:
			        - listitem:
			          - link "Age limits"
			        - listitem:
			          - link "Age"
			    - group "Age limits":
			      - 'checkbox "Select all: Age limits"'
			      - checkbox "Over 18"
			      - checkbox "Over 21"
			    - group "Age":
			      - 'checkbox "Select all: Age"'
			      - checkbox "Date of birth"
			      - checkbox "Age in years"
			      - checkbox "Year of birth"
			    - group "Person":
			      - 'checkbox "Select all: Person"'
			      - checkbox "Family name"
			      - checkbox "Given names"
			      - checkbox "Nationality"
			    - group "Photo":
			      - 'checkbox "Select all: Photo"'
			      - checkbox "Photo"
			      - checkbox "Photo taken on"
			    - group "Address":
			      - 'checkbox "Select all: Address"'
			      - checkbox "Street address"
			      - checkbox "City"
			      - checkbox "State / province"
			      - checkbox "Postal code"
			      - checkbox "Country of residence"
			    - group "Licence":
			      - 'checkbox "Select all: Licence"'
			      - checkbox "Driving categories"
			      - checkbox "Issued on"
			      - checkbox "Expires on"
			    - group "Issuer":
			      - 'checkbox "Select all: Issuer"'
			      - checkbox "Issuing country"
			      - checkbox "Issuing authority"
			      - checkbox "Issuing state or region"
			    - group "Names in national script":
			      - 'checkbox "Select all: Names in national script"'
			      - checkbox "Family name (national script)"
			      - checkbox "Given names (national script)"
			    - group: More attributes
			  - group: Import a template
			  - region "Accepted licences":
			    - textbox "Custom certificate authority"
			  - tablist "What the template asks for":
			    - tab "Holder" [selected]
			    - tab "Advice"
			    - tab "Request"
			  - tabpanel "Holder"
			  - status: 0 of 21 requested
			  - region "Changes"
			  - button "Create template"
		`);
	});
	await test.step("a user's tokens are a table with described rows", async () => {
		await page.goto("/refresh-tokens?q=jose.nunez@example.org");
		await expect(page.getByRole("main")).toMatchAriaSnapshot(`
			- main:
			  - heading "Refresh tokens" [level=1]
			  - search:
			    - searchbox "User or refresh token": jose.nunez@example.org
			    - button "Search"
			  - heading "Tokens of jose.nunez@example.org" [level=2]
			  - form "Filter by application":
			    - combobox "Application":
			      - option "All applications" [selected]
			    - button "Filter"
			  - button "Revoke all of this user"
			  - region "Tokens of jose.nunez@example.org":
			    - table:
			      - rowgroup:
			        - row:
			          - 'columnheader "Select all: tokens on this page"'
			          - columnheader "Application":
			            - link "Application"
			          - columnheader "Device"
			          - columnheader "Created":
			            - link "Created"
			          - columnheader "Last exchanged":
			            - link "Last exchanged"
			          - columnheader "Expires":
			            - link "Expires"
			          - columnheader "Rotating"
			          - columnheader "Metadata"
			      - rowgroup:
			        - row:
			          - cell /Select Licence Wallet \\(web\\), dcr_/
			          - rowheader /Licence Wallet \\(web\\) dcr_/:
			            - link /Licence Wallet \\(web\\) dcr_/
			          - cell "Safari on macOS changed"
			          - cell "15 days ago"
			          - cell "4 days ago"
			          - cell "in 2 months if unused"
			          - cell "yes"
			          - cell /\\d+ keys?/
		`);
	});
	await test.step("a token's page begins with its metadata; the rest is a description list and a table", async () => {
		await page
			.getByRole("row", { name: /Safari on macOS changed/ })
			.getByRole("rowheader")
			.getByRole("link")
			.click();
		await expect(page.getByRole("main")).toMatchAriaSnapshot(`
			- main:
			  - heading "Refresh token" [level=1]
			  - paragraph:
			    - button "Copy ID"
			    - text: jose.nunez@example.org · Licence Wallet (web) device changed
			  - button "Revoke token"
			  - region "Metadata":
			    - heading "Metadata" [level=2]
			    - button "Clear all metadata"
			    - group "View":
			      - button "Rows" [pressed]
			      - button "JSON"
			      - button "Export"
			    - group "Rows":
			      - button "Add row"
			    - region "Changes":
			      - status: No changes to save
			    - button "Save metadata"
			  - region "Device":
			    - table:
			      - rowgroup:
			        - row:
			          - columnheader "At issue"
			          - columnheader "At the latest exchange"
			      - rowgroup:
			        - row:
			          - rowheader "Device"
			          - cell "Safari on iPhone"
			          - cell "Safari on macOS differs from issue"
			  - region "About this token":
			    - heading "About this token" [level=2]
			    - term: User
			    - term: Application
			    - term: Session
			    - term: Rotating
			    - term: Created
			    - term: Last exchanged
			    - term: Expires if unused
			    - term: Expires at latest
			  - region "Access"
		`);
	});
});
