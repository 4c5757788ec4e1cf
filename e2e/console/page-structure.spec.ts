import { expect, test } from "../fixtures";

// What each page is to those who hear it: landmarks, headings, names and order. What differs from run to run is left out.

test("the sign-in says where it leads", async ({ page }) => {
	await page.goto("/sign-in");
	await expect(page.locator("body")).toMatchAriaSnapshot(`
		- main:
		  - paragraph: Identity Console
		  - heading "Sign in" [level=1]
		  - paragraph:
		    - text: You will continue at
		    - strong: Sample tenant
		    - text: (embedded), and come back here.
		  - button "Sign in"
	`);
});

test("every page stands in the same frame", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.goto("/connection");
	await expect(page.locator("body")).toMatchAriaSnapshot(`
		- link "Skip to content":
		  - /url: "#main"
		- banner:
		  - paragraph: Sample tenant embedded Vera Lindqvist (viewer)
		  - button "Search or jump to…"
		  - group: Account
		- navigation "Main":
		  - paragraph: Identity Console
		  - list:
		    - /children: equal
		    - listitem:
		      - link "Overview"
		    - listitem:
		      - link "Templates"
		    - listitem:
		      - link "Refresh tokens"
		    - listitem:
		      - link "Applications"
		    - listitem:
		      - link "Connection"
		    - listitem:
		      - link "Activity"
		- main
	`);
});

test("the list of templates is a table whose heads order it", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/templates?q=car+rental");
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "Templates" [level=1]
		  - link "Compare two"
		  - link "New template"
		  - searchbox "Search the loaded templates, or paste an id": car rental
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
		          - cell /\\d+ attributes/
		          - cell:
		            - time
	`);
});

test("a user's tokens are a table whose rows say what to look at", async ({ page, signIn }) => {
	await signIn(page, "editor");
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
		          - cell "Safari on macOS device changed"
		          - cell "15 days ago"
		          - cell "4 days ago"
		          - cell "in 2 months if unused"
		          - cell "yes"
		          - cell /\\d+ keys?/
	`);
});

test("the connection is named in regions", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/connection");
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "Connection" [level=1]
		  - link "API calls"
		  - button "Check connection"
		  - region "Service":
		    - heading "Service" [level=2]
		    - term: Tenant
		    - definition: Sample tenant embedded
		    - term: Management interface
		    - definition:
		      - button "Copy Management interface"
		    - term: Authentication interface
		    - definition:
		      - button "Copy Authentication interface"
		  - region "Access token":
		    - heading "Access token" [level=2]
		    - term: Audience
		    - definition:
		      - button "Copy Audience"
		    - term: Client ID
		    - definition:
		      - button "Copy Client ID"
		    - term: Lifetime
		    - definition: /24 hours, renewed automatically/
		  - region "Rate limit"
		  - region "To register at the tenant":
		    - term: Callback URL
		    - definition:
		      - button "Copy Callback URL"
		    - term: Logout URL
		    - definition:
		      - button "Copy Logout URL"
		  - region "What the console may do":
		    - region "Features and their scopes":
		      - table:
		        - rowgroup:
		          - row "Feature Scope Granted"
		        - rowgroup:
		          - row "List and open templates read:vdcs_templates yes"
	`);
});

test("the overview is blocks under headings, each with what it leads to", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.goto("/?wait=yes");
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "Overview" [level=1]
		  - region "Needs attention":
		    - heading "Needs attention" [level=2]
		    - list:
		      - listitem
		  - region "Connection":
		    - heading "Connection" [level=2]
		    - link "Open the connection page"
		    - term: State
		    - definition
		    - term: Rate limit
		    - definition
		    - term: Your calls
		    - definition
		  - region "Templates":
		    - heading "Templates" [level=2]
		    - link "All templates"
		    - heading "Most advice" [level=3]
		    - list:
		      - listitem:
		        - link /\\d+ notes?$/
		  - region "Refresh tokens":
		    - heading "Refresh tokens" [level=2]
		    - link "Find a refresh token"
		  - region "Recent changes":
		    - heading "Recent changes" [level=2]
		    - link "All activity"
	`);
});

test("the form of a template is groups of checkboxes, with tabs beside it and the save bar last", async ({
	page,
	signIn,
}) => {
	await signIn(page, "editor");
	await page.goto("/templates/new");
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "New template" [level=1]
		  - textbox "Name"
		  - heading "Start from a preset" [level=2]
		  - list:
		    - listitem:
		      - link "Over 18"
		    - listitem:
		      - link "Over 21"
		  - group: Import a template
		  - region "Attributes to request":
		    - heading "Attributes to request" [level=2]
		    - searchbox "Filter attributes"
		    - checkbox "Select all attributes"
		    - navigation "Groups of attributes":
		      - list:
		        - listitem:
		          - link "Age"
		        - listitem:
		          - link "Person"
		    - group "Age":
		      - 'checkbox "Select all: Age"'
		      - checkbox "Over 18"
		      - checkbox "Over 21"
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

test("a token's page begins with its metadata, and says the rest in terms and a table", async ({ page, signIn }) => {
	await signIn(page, "editor");
	await page.goto("/refresh-tokens?q=jose.nunez@example.org");
	await page.getByRole("rowheader").getByRole("link").click();
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "Refresh token" [level=1]
		  - paragraph:
		    - button "Copy id"
		    - text: jose.nunez@example.org · Licence Wallet (web) device changed
		  - button "Revoke token"
		  - region "Metadata":
		    - heading "Metadata" [level=2]
		    - group "View":
		      - button "Rows" [pressed]
		      - button "JSON"
		      - button "Export"
		    - group "Rows":
		      - button "Add row"
		    - status: No changes to save
		    - button "Save metadata"
		    - button "Clear all metadata"
		  - region "About this token":
		    - heading "About this token" [level=2]
		    - term: User
		    - term: Application
		    - term: Session
		    - term: Rotating
		    - term: Created
		    - term: Last exchanged
		    - term: Expires when unused
		    - term: Expires at the latest
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
		  - region "Access"
	`);
});

test("the activity is searched by what stands above its table", async ({ page, signIn }) => {
	await signIn(page, "viewer");
	await page.goto("/activity");
	await expect(page.getByRole("main")).toMatchAriaSnapshot(`
		- main:
		  - heading "Activity" [level=1]
		  - link "Your sessions"
		  - link "Export as CSV"
		  - link "Export as JSON"
		  - search:
		    - textbox "Person"
		    - combobox "Operation"
		    - textbox "Subject"
		    - combobox "Outcome"
		    - button "Filter"
	`);
});
