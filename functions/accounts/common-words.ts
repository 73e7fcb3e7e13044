/**
 * The letters of the 3,400 passwords that are used most, of those with five letters or more: sorted, from the list of
 * zxcvbn-ts (MIT, (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 zxcvbn-ts). 9.4 kB packed.
 */
export const commonWords = `
aaliyah aardvark aaron aberdeen abgrtyu abigail abraham absolut access accord account achilles action active
adgjmptw adidas admin admiral adonis adrian adriana adult aezakmi africa again agent aggies aikido airborne
airbus airforce airplane alabama alaska albatros albert alberto albina albion alejandr aleksandr aleksandra
aleksey alexande alexander alexandr alexandra alexis alfred alibaba alice alicia alien aliens alina alison
allen alliance allison allmine allsop alpha alpine alucard always alyssa amadeus amanda amateur amazon amber
amelia america american amsterda amsterdam anaconda anakin analsex anarchy anastasia anders anderson andre
andrea andreas andrei andres andrew andrey andromeda anfield angel angela angelica angelina angelo angels
angie anhyeuem animal animals anime annette annie answer anthony anton antonio anubis anything apache apollo
apple applepie apples april aquarius aragorn archer archie arizona arjay armani arnold arsenal artemis
arthur artist artur asdasd asdfasdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfjkl asdzxc ashley ashton
asian aspire aspirine assass assassin assfuck asshole assholes assman asterix astrid astros athena atlanta
atlantic atlantis atomic attack attitude auburn audia audrey august aurora aussie austin australi australia
autumn avalanch avalon avatar avenger awesome azamat azerty azsxdc azsxdcfv babes babies babyblue babyboy
babydoll babygirl babylon bacardi backdoor backup bacon badass badboy baddog badger badgirl baggins bailey
baller balloon balls bambam banana bananas bandit bangbang bangkok banker banshee barbara barber barbie
barcelon barcelona barefoot barkley barney barrett barry barsik baseball basket basketba basketball bassman
bastard batman battle baxter bayern beach beaches beagle beaner beanie bearbear bears beast beastie beatles
beatrice beautiful beauty beaver beavis beckham becky beefcake beerbeer beetle believe belinda bella belle
bender bengals benjamin bennett benny benson bentley beretta berlin bermuda bernard bernie bertha bertie
bethany better betty beverly bianca bicycle bigass bigballs bigbear bigbird bigboobs bigboy bigcock bigdaddy
bigdick bigdog bigfoot bigger biggie biggles bigguy bigmac bigman bigmoney bigone bigred bigsexy bigtime
bigtits bikini billie billy billybob billyboy bimmer bingo birdie birdman birthday biscuit bishop bitch
bitches biteme bizkit blabla black blackcat blackdog blackhaw blackie blackjac blackman blacks blacky blade
blades blahblah blake blaster blazer blessed blessing blink blizzard blonde blondes blondie blood bloody
blossom blowjob blowme bluebird blueblue blueboy bluedog blueeyes bluemoon blues bluesky bobafett bobbie
bobbob bobby bobcat boeing bogart bogdan bogey bohica bollocks bollox bomber bondage bonehead boner bones
bonita bonjour bonkers bonnie bonsai boobie boobies booboo boobs booger boogie booker boomboom boomer bootie
boots booty boricua boris bosco bossman boston bottle bottom bounce bowler bowling bowser boxing bradford
bradley brandi brando brandon brandy brasil braves brazil breast breeze brenda brendan brent brewster brian
briana brianna bridge bridget brighton bristol britney brittany broadway broken bronco broncos brooke
brooklyn brooks brother brothers brown brownie browns bruce brucelee bruins bruno brutus bryan bryant bubba
bubbas bubble bubbles bucket buckeye buckeyes buckshot buddha buddy budlight budman budweise buffalo buffett
buffy bugger builder bulldog bulldogs bullet bullseye bullshit bunghole bunny burger burton business busted
buster butch butler butter butterfl butterfly butthead butthole buttman button buttons buzzard byteme
cabbage cactus cadillac caesar caitlin calico caliente californ california caligula callaway callie calvin
camaro cambiami camel camelot camels camera cameron camilla camille campbell canada canadian cancel cancer
cancun candice candle candy candyman cannon canon cantona capital capone captain caramel carbon cardinal
carina carla carlo carlos carlton carmen carol carole carolina caroline carolyn carpet carrera carrie carrot
carson carter cartman cartoon casanova caserta casey casino casper cassidy cassie castle catalina catch
catdog catfish catherin catherine catman cavalier caveman ccbill cdtnkfyf cecilia cedric celeron celeste
celica celine celtic celtics center central cerberus cessna cfitymrf chainsaw chair champ champion champs
chance chandler chanel chang change changeme chaos charger chargers charles charley charli charlie charlott
charlotte charlton charly charmed chase chaser check cheers cheese cheetah chelsea chemical cheng cherokee
cherry cheryl chester chevelle chevrole chevy chewie cheyenne chicago chichi chicken chickens chicks chico
chief chiefs children china chipper chivas chloe chocolat chocolate chong chopper chris chrisbln chrissy
christ christia christian christie christin christina christine christop christopher christy chronic chrono
chubby chuck chuckles chucky church cigars cinder cindy cinnamon cjkysirj cjkywt claire clancy clapton
clarence clarinet clark classic claude claudia clayton clemson clevelan clifford clinton clipper clitoris
cloud clover cobra cocacola cocks coconut coffee cohiba coleman colleen college collins colombia colorado
colors coltrane columbia columbus combat comics command commando compaq compute computer concrete condom
condor confused connect conner connie connor conrad consumer contact content control cookie cookies cooldude
cooler coolguy coolio coolman cooper cooter copper cornell corona corrado corvette cosmo cosmos cosworth
cotton cougar country courtney cowboy cowboys coyote cracker craig crash crawford crazy crazybab cream
creampie creamy creative credit cricket crimson cristina critter crjhgbjy cruise cruiser crunch crusader
crysis crystal cthulhu cthutq cubbies cuddles cumming cumshot cunts cupcake curious curtis custom cutlass
cutter cxfcnmt cyber cyclone cyclops cynthia cypress daddy daewoo dagger daisy dakota dalejr dallas dalton
damage damian damien dammit damnit dance dancer danger danie daniel daniela danielle daniil danila danni
danny dannyboy dante danzig daphne darkness darkside darkstar darling darren darwin david davids davidson
davis dawson daytona dbrnjhbz deacon deadhead deadman deanna death debbie deborah december deedee deejay
deepthroat deeznuts deeznutz defender defiant deftones delete delta demon demons denali denis denise deniska
dennis denver depeche derek derrick desert design designer desire deskjet destiny detroit devil devildog
devils dexter dfkthbz dfkthf dfktynbyf dfvgbh dharma diablo diamond diamonds diana dickhead dicks diehard
diesel dietcoke digger digital dilbert dildo dilligaf dillon dinamo dingdong dinosaur direct director dirty
discover disney diver divine dixie dkflbckfd dkflbvbh doberman doctor dodge dodger dodgeram dodgers doggie
doggy dogman dollar dollars dolphin dolphins dominic domino donald donkey donna donnie donuts doobie doodle
doogie dookie dorian dorothy double doughboy douglas downtown dracula drago dragon dragons dragoon drake
dream dreamer dreams driver drizzt droopy drowssap drpepper drummer dthjybrf dublin ducati duchess dudley
dumbass duncan durango duster dustin dusty dylan eagle eagles eastside eatme eatpussy eatshit eclipse eddie
eduard eduardo edward edwards eeyore eileen einstein ekaterina elaine electric element elena elephant eleven
elijah elizabet elizabeth elliot elliott elvira elvis elwood emerald emerson emily eminem emmanuel emmitt
empire energy engage engine engineer england english enigma enjoy enter enterpri enterprise erica ericsson
ernest erotic erotica escape escort esther eternal eternity eugene europa europe evelyn everest everton
excalibu exigen exigent exodus explorer express extreme fabian fabie fabric facial faggot faith falcon
falcons fallen fallout family fantasy farmer farside fashion faster fatass fatboy fatcat father fatima
fatman feather february federico felicia felipe felix fender fernand fernando ferrari ferret fetish fghtkm
ficken fiesta figaro fighter filter filthy finger fingers finish fireball firebird firefly firefox fireman
first fisher fishes fishing fitness fktrcfylh fktrcfylhf fktrctq flames flamingo flash flatron fletch
fletcher flight flipper floppy florence florian florida flounder flower flowers floyd fluffy flyboy flyers
flying focus foobar footbal football fordf forest forever forfun forget forgot formula forrest fortuna
fortune fossil foster fowler foxtrot france frances francesc francis franco francois frank frankie franklin
franky freak freaks freaky freckles freddie freddy frederic fredfred freedom freeman freepass freeporn
freeuser freeze french fresh friday friend friends fright frisco fritz frodo frogger froggy front frontier
frosty frozen fubar fucked fucker fuckers fuckface fuckfuck fuckher fuckin fucking fuckinside fuckit fuckme
fuckoff fuckthis fucku fuckyou fugazi function funny funtime fusion futbol future fyfcnfcbz fylhtq gabrie
gabriel gabriell galaxy galina galore gambit gandalf gangbang gangsta gangster garage garbage garcia garden
garfield gargoyle garrett gaston gateway gator gators gbpltw gegcbr geheim gemini general genesis genius
george georgia gerald gerard german germany geronimo getmoney getsome gfhjkm ghbdtn ghbdtnbr ghetto ghjcnj
ghjcnjnfr ghost giant giants gibson gilbert gillian ginger giorgi giovanni girls giuseppe gizmo gizmodo
gjkbyf gladiator global gloria gmoney goalie goblin goblue goddess godfather godsmack godzilla gofish
goforit goldberg golden goldfish goldie goldstar goldwing golfball golfer golfgolf golfing goliath gollum
gonzo goober goodboy goodbye goodluck goodman goodtime goofy google goose gopher gordon gorilla gotcha
gothic gotohell govols grace gracie graham grandma granny grant grapes grateful great greatone greece green
greenbay greenday greene greens gregory gremlin grendel gretchen gretzky griffey griffin gringo grizzly
groove groovy groucho grover grumpy guardian guest guiness guinness guitar gundam gunnar gunner gunners
gustav hacker hailey hairy halflife hallo hambone hamburg hamilton hamlet hammer hammers hamster handsome
hannah hannibal hansen hansolo happy happyday hardcore harder hardon hardrock harley harmony harold harper
harris harrison harry harvey hastings havefun hawaii hawkeye hawkeyes hayabusa hayden hayley heart hearts
heather heaven hector hedgehog heidi helen helena hellfire hello helloo hellyeah helpme hendrix henry hentai
herbert herbie hercules herman hermes hershey hesoyam hidden highland hilton hiphop history hithere hitler
hitman hjvfirf hobbes hobbit hockey hokies holden holiday holland holly hollywoo hollywood holmes holyshit
homer homers homerun honda honey hongkong hooker hoosier hooter hooters hoover hopper horizon horndog hornet
horney horny horse horses hotboy hotdog hotpussy hotred hotrod hotsex hotshot hotstuff hottie house houses
houston howard hudson hummer hungry hunter hunting hurrican husker huskers huskies hustler hyperion ibanez
icecream iceman idontknow iforgot iguana ihateyou illini ilovesex iloveu iloveyo iloveyou imagine immortal
impala imperial incubus indian indiana indians indigo infantry inferno infiniti infinity ingrid insane
insert inside integra internet intrepid intruder ireland irina irish ironman isabel isabella isabelle isaiah
island israel italia italian ivanov ivanova iverson iwantu jabroni jackal jackass jackie jackoff jackson
jacob jagger jaguar jamaica james jamesbon jamesbond jamie jammer janet janice janine january japan japanese
jarhead jasmin jasmine jason jasper javier jayhawk jazzman jeanette jeanne jeffrey jenna jennie jennifer
jenny jensen jeremiah jeremy jericho jerkoff jerome jerry jersey jesse jessic jessica jessie jester jesus
jethro jewels jillian jimbo jimbob jimmy joanna joanne joejoe johanna johannes johnboy johnjohn johnny
johnson joker jokers jonathan jones jordan joseph joshua journey jrcfyf judith juggalo juice julia julian
julie juliet juliette julius jumper junebug jungle junior jupiter justdoit justice justin justine justme
juventus jyeuz kahuna kaiser kaktus kamikaze kangaroo kansas karate karen karina karolina kasper katana
katerina kathleen kathryn kathy katie katrin katrina kawasaki kcjwxn keeper keith kelley kelly kelsey
kendall kennedy kenneth kenny kenshin kentucky kenwood kenworth kermit kevin keyboard keystone keywest
kickass kicker killbill killer killme kimber kimberly kingdom kingfish kingkong kingpin kingston kinky
kipper kirill kirsten kisses kissme kitkat kitten kitty kittycat klaster klingon knickers knicks knight
knights knopka kodiak kolobok koshka kosmos kostya kotenok kramer krishna krista kristen kristi kristin
kristina kristine kristy krystal ktyjxrf kungfu labrador labtec lacrosse ladies ladybug laguna lakers
lambert lamont lance lancelot lancer lansing laptop larisa larry lasvegas latin latino laura laurel lauren
laurie lawrence lawyer leader leanne leather ledzep legacy legend legion legolas lemons lennon leonard
leonardo leonid leopard lesbian lesbians leslie lespaul lestat lester letmein letsgo lewis lexmark liberty
library licker lickit lickme lifehack lifetime light lightnin lights lillian lincoln linda lindsay lindsey
lineage lionking liquid lisalisa little liverpoo liverpool lizard lizzie lobster logan logitech lokomotiv
lolipop lolita lollipop lollol london lonely lonestar lonewolf longhorn looker looking looney looser lorenzo
lorraine loser losers louis louise loulou loveit lovelove lovely loveme lover loverboy lovers lovesex
loveyou loving lowrider lucas lucifer lucky luckydog ludwig luther lvbnhbq macdaddy machine macross madden
maddie maddog madeline madison madman madmax madness madonna madrid maestro maggie maggot magic magick
magicman magnolia magnum magnus magpie maiden mailcreated mailman majestic makaveli maksim malaka malcolm
malibu malina mallard mamapapa manager manchest manchester mandingo mandy maniac manson manuel manutd
maradona marathon marcel marcia marco marcos marcus margaret margarita maria mariah marian marianne marie
marilyn marin marina marine mariners marines marino mario marion marisa marissa marius market markus
marlboro marlene marley marlin marshall martha martin martina martinez martini marvel marvin maryjane
maryland mason massimo massive maste master masters matador mathew matilda matrix matthew mattie mature
maureen maurice maverick maxell maxima maximum maximus maxine maxmax maxwell mayday mayhem maynard mazafaka
meatball meathead meatloaf mechanic megadeth megaman megan megapass meghan melanie melinda melissa mellon
mellow melody melvin member memorex memory memphis meowmeow mercedes mercury meredith meridian merlin
mersedes metal metallic metallica method mexico miami michael michaela micheal michel michele michell
michelle michigan mickey microlab micron microsof microsoft midget midnight mighty miguel mikemike mikey
milana milano milena miles military miller millie million milton minecraft minime minnie miracle mirage
miranda miriam mirror misfit mission missy mister mistress misty mitchell mittens mobile models mollie molly
moloko molson mommy momoney monaco monalisa monday mondeo money moneyman moneys mongoose monica monika
monique monitor monke monkey monkeys monopoly monroe monster montana montreal monty moocow mookie moomoo
moose morgan morpheus morris morrison moscow mother motherlode motley motorola mountain mouse movie movies
mozart muffin mulder multiplelo munchkin muppet murder murphy murray muscle mushroom music musica musicman
mustang mustangs mustard mybaby mylife mylove mypass myself mystery mystic nadine naked nancy napass
napoleon naruto nascar nasty nastya natali natalia natalie natasha nathalie nathan national natural nature
naughty nebraska nellie nelson nemesis neptune network nevada newbie newcastl newlife newman newpass newport
newton newyork nfnmzyf nguyen nicholas nickel nicola nicolas nicole nigger night nikita nikki nikola nimrod
niners ninja nintendo nipper nipple nipples nirvana nissan nitram nobody nofear nokia nolimit noodle noodles
nookie nopass norman norton nothing november nudist nugget number nuttertools nwolife nyjets nylons nymets
oakland oakley obiwan oblivion ocean october odessa office ohyeah oilers oklahoma oksana oldman oliver
olivia olivier omega onelove online onlyme openup operator oracle orange oranges oregon orgasm original
orioles orion orlando oscar osiris outkast outlaw overlord oxford pacific packard packer packers pacman
padres paint paintbal paintball painter pakistan palace paladin palmer pamela panama panasoni panasonic
pancho panda pandora pantera panther panthers panties pantyhos panzer paper paradise paradox paris parker
parola parrot party pascal passat passion passme passpass passport passwor password passwords passwort
passwrd patches patricia patrick patriot patriots patton patty pauline pavilion paword pawrd payton peace
peaches peanut peanuts pearl pearljam pebbles pedro peekaboo peewee pegasus pencil penelope penguin penguins
penis penny penthous pentium people pepper pepsi perfect personal pervert peter peterpan peters peterson
petra peugeot peyton phantom philip philippe philips phillies phillip phillips philly phish phoebe phoenix
photo photos phpbb pianoman picard picasso piccolo pickle pickles picture pierre piglet pikachu pillow pilot
pimpin pineappl pingpong pinkfloy pioneer pippen pirate pirates pisces pistol pitbull pizza planet plastic
platinum playboy player playtime please pleasure plumber plymouth poetry poison pokemon polaris police
polina polniypizdec polska pompey poncho pontiac poochie poodle poohbear pookie poontang pooper poopie
poopoo pooppoop pooter popcorn popeye poppy porkchop porno pornos pornstar porsche porter portland portugal
poseidon positive possum postal potato potter powder powell power powers precious predator prelude premier
presario presto preston pretty primus prince princes princess printer prissy private privet prodigy profit
prophet proxy psycho pudding pumpkin punisher punkin punkrock puppies puppy pupsik purdue purple pussie
pussies pussy pussycat pussys putter pyramid python qawsed qawsedrf qazqaz qazwsx qazwsxed qazwsxedc
qazwsxedcrfv qazxsw qazxswedc quality quantum quartz quattro queen queens quincy qwaszx qweasd qweasdzxc
qweqwe qwerasdf qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop rabbit rabota racecar racer racerx
rachael rachel racing radio rafael ragnarok raider raiders railroad rainbow rainman raistlin ralph rambler
rambo rammstein ramona ramses randall random randy ranger rangers raptor rascal rasdzv rasputin rastaman
raven ravens raymond rbhbkk rctybz rdcpo reading ready reagan reality reaper rebecca rebel rebels redalert
redbull reddog redfish redhead redhot redman redneck redrum redskins redsox redwing redwings redwood reebok
reefer reggie regina remember renault renee renegade rereirf rescue research resident respect retard retired
revenge review rfhbyf rfnthbyf rfrfirf rfrnec rhbcnbyf rhiannon rhonda ricardo richard richards richie
richmond ricky rightnow ripper ripple river rivers rjirfrgbde rjntyjr rjycnfynby roadkill robbie robert
roberta roberto roberts robin robinson robotech rocker rocket rockets rockford rockhard rockon rocks
rockstar rocky rodman rodney roger rogers roland roller rolltide roman romance romashka romeo rommel ronald
ronaldo ronnie rookie rooney rooster rootbeer roscoe rosebud rosemary rosie rotten route rover rovers
roxanne royals rtyuehe rubber rugby rules rulez runner running rupert ruslan russell russia russian rustam
rusty sabbath sabina sabine sabres sabrina sadie safari safety sailboat sailing sailor saint saints sakura
salamander sally salmon salvador samantha samara samiam sammie sammy sampson samson samsung samuel samurai
sanchez sanders sandiego sandman sandra sandro sandy santana santiago santos sapper sapphire sarah saratoga
sascha sasha sassy sasuke satan saturday saturn sauron sausage savage savannah sayang scania scanner
scarface scarlet scarlett school science scooby scoobydo scooter scorpio scorpion scotch scotland scott
scottie scotty scout scrappy scratch scream scruffy scuba scully seamus searay search seattle sebastia
sebastian second secret security seeker seinfeld select selena seminole semperfi senior sentinel septembe
september serega serena serenity sergei sergey sergio server service sesame seven sexme sexsex sexual sexxxx
sexygirl sexyman shado shadow shaggy shalom shaman shamrock shane shaney shania shannon shaolin shark sharks
sharky sharon shasta shaved shawn shazam shearer sheena sheila shelby shelley shelly shemale sherlock
sherman sherry sherwood shiloh shirley shithead shitty shogun shooter shopping short shorty shotgun showme
showtime sidney siemens sierra silence silver silvia simba simon simona simone simple simpson simpsons
sinatra sinbad sinclair singer single sinner sirius sister sithlord sixers skater skeeter skidoo skiing
skinny skipper skippy skittles skorpion skydive skyline skywalke skywalker slacker slappy slapshot slave
slayer sleepy slick slider slipknot sluts slutty small smeghead smegma smelly smile smiles smiley smith
smitty smoke smoker smokes smokey smokin smooth smudge snake snakes snapon snapper snapple snatch sneakers
snickers sniper snoop snoopdog snoopy snowball snowboar snowman snuggles sobaka soccer socrates softball
software sojdlgaljg soldier soleil solnce solomon solution somethin sommer sonic sooner sooners sophia
sophie sosoaljg sound southern southpark space spank spanking spankme spanky sparkle sparks sparky sparrow
sparta spartak spartan spartans spawn speaker spears special spectrum speed speedy spencer spider spiderma
spiderman spidey spike spirit spitfire splash splinter spongebob spooky sport sports spring springer sprint
sprite spunky spurs sputnik spyder squirrel squirt srinivas stacey stalker stallion standard stanley staples
starbuck starcraft stardust starfire starfish stargate stars starship start startrek starwars static station
stealth steam steel steele steeler steelers stefan stefano stella steph stephani stephanie stephen stereo
sterlin sterling steve steven stevie stewart stick sticks sticky stimpy sting stinger stingray stinky
stocking stocks stolen stone stonecol stoner stones stoney storm stormy strange stranger street strider
strike striker strip stripper stroke strong stuart student studio studly stuff stumpy stunner stupid subaru
sublime subway success sucker suckit suckme sucks sugar sultan summer summit sundance sunday sunflowe sunny
sunnyday sunrise sunset sunshin sunshine super superfly superman supersta superstar support surfer surfing
susan susanne suzanne suzuki svetik svetlana swallow sweden sweet sweetie sweetpea sweets sweety swimmer
swimming swinger swingers sword swordfis swordfish sydney sylvia syncmaster syracuse system tabitha tacobell
tacoma tamara tammy tango tanker tanner tanya tardis target tarheel tarheels tarzan tasha tatiana tattoo
tatyana taurus taylor tazman tazmania tdutybq teacher technics techno teddy teens tekken telefon tempest
temple tennis tequila teresa terminal terminator terrapin terror terry tester testing testtest texas
thailand thanatos thanks thankyou theboss thecat theend thegame thegreat thekid theking theman theodore
theone theresa therock thesims thirteen thomas thompson thongs throat thuglife thumper thunder thursday
tiberius tickle tiffany tiger tigers tigger tight tights timber timmy timothy tinker tinman tintin titanic
titanium titans titleist titties titty tobias today together tolkien tomato tomcat tommy tommyboy tomorrow
tomtom tootsie topcat topdog topgun topher topper tornado toronto torres toshiba tottenha toyota tracey
tractor tracy trader traffic train trains trance transam translator travel traveler travis treasure trebor
trevor trfnthbyf triangle tricky trident trigger trinidad trinity trisha tristan triton triumph trixie
trojan trojans trombone trooper trouble trout truck trucker trucks truelove truman trumpet trunks trustno
tsunami tucker tuesday tunafish tundra turbo turkey turner turtle tweety twilight twinkle twins twisted
twister tyler typhoon tyrone tyson ufkbyf ultima ultimate umbrella underdog undertaker unicorn united
universe unknown unreal usarmy usnavy usuckballz utopia vacation vader vagina valencia valentin valentina
valera valeri valeria valerie valhalla valley vampire vanessa vanhalen vanilla vector vectra vegas vegeta
velvet venice venus verbatim veritas vermont vernon verona veronica veronika vertigo vette vfczyz vfhbyf
vfhecz vfhufhbnf vfksirf vfrcbv vfrcbvrf vfvekz vfvfgfgf vfvjxrf viagra victor victoria victory video
vietnam viewsonic viking vikings viktor viktoria village vincent violet viper vipers virgin virginia vision
vitalik vivian vkontakte vladik vladimir vladislav volley volume volvo voodoo vortex voyager voyeur vulcan
wagner walker wallace walleye wally walmart walnut walrus walter wanker wapbbs warcraft warhammer warlock
warlord warren warrior warriors warthog wasser wassup watcher water waterloo waters watson wayne weasel
weather weaver webmaster webster weezer welcome welder wendy werewolf werner wesley western westham westside
westwood wetpussy whatever whatsup wheels whiskers whiskey whisky whisper white whitesox whitey whitney
whocares whore whynot wibble wicked wilbur wildcat wildcats wildfire william williams willie willis willow
willy wilson window windows winner winnie winston winter wisdom wizard wolfgang wolfie wolfman wolfpack
wolverin wolverine wolves woman wombat women wonder woody woofwoof wookie wordpass working world wrangler
wrestlin wright wrinkle writer wutang xanadu xander xavier xfiles xtreme xzkgw yamaha yankee yankees ybrbnf
ybrjkfq yellow yfnfif yomama yosemite young yourmom yousuck yvonne yzerman zachary zaphod zaqwsx zaqxsw
zenith zeppelin zerocool zidane ziggy zigzag zipper zombie zorro zvezda zxasqw zxcasd zxcasdqwe zxcvbn
zxcvbnm
`
